/** The encoding of a text file. */
export type Encoding = 'utf-8' | 'utf-16' | 'windows-1252' | 'macintosh' | 'cp850';

/** A sample of a file in one of its possible encodings. */
export interface EncodingChoice {
  readonly encoding: Encoding;
  /** Lines that differ between the encodings. */
  readonly sample: readonly string[];
}

export type DecodedText =
  | { readonly kind: 'text'; readonly text: string }
  /** Several encodings are possible, and only a person can tell which one reads right. */
  | { readonly kind: 'choices'; readonly choices: readonly EncodingChoice[] };

/** The character that decoders put in place of undecodable bytes. */
export const REPLACEMENT_CHARACTER = '\uFFFD';

/**
 * The upper halves of the code pages, from byte 0x80: browsers lack CP850, and Node 20 decodes Windows-1252 as Latin-1.
 */
const UPPER_HALVES = {
  'windows-1252': '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008DŽ\u008F\u0090‘’“”•–—˜™š›œ\u009DžŸ',
  macintosh:
    'ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u00A0ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›\uFB01\uFB02‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\uF8FFÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ',
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00AD±‗¾¶§÷¸°¨·¹³²■\u00A0',
} as const;

type ByteEncoding = keyof typeof UPPER_HALVES;

/** Characters that stand inside Portuguese words only when the wrong encoding was used: 'Promo‡Æo', 'Caf‚'. */
const WRONG_LETTERS = /[\u0080-\u009F]|(?<=\p{L})[‡†Æ¢¡‚ƒ]/u;
const SAMPLE_LINES = 3;
const SAMPLE_LENGTH = 80;

/**
 * Decodes UTF-8, UTF-16 with a byte order mark, or else Windows-1252 as Excel in Brazil writes it. A few broken bytes
 * still count as UTF-8 and become U+FFFD.
 * @param encoding the encoding that a person chose among earlier choices
 */
export function decodeText(bytes: Uint8Array, encoding?: Encoding): DecodedText {
  if (encoding !== undefined && isByteEncoding(encoding)) return { kind: 'text', text: fromBytes(bytes, encoding) };
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return { kind: 'text', text: new TextDecoder('utf-16le').decode(bytes) };
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return { kind: 'text', text: new TextDecoder('utf-16be').decode(bytes) };
  const utf8 = new TextDecoder('utf-8').decode(bytes);
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return { kind: 'text', text: utf8 };
  if (isUtf8(utf8, bytes.length)) return { kind: 'text', text: utf8 };
  const text = fromBytes(bytes, 'windows-1252');
  return WRONG_LETTERS.test(text) ? { kind: 'choices', choices: choicesFor(bytes) } : { kind: 'text', text };
}

/**
 * UTF-8 has under 1 % broken bytes and more whole multi-byte letters than broken ones: a long Windows-1252 list has few
 * accents, but all of them are broken.
 */
function isUtf8(text: string, size: number): boolean {
  let broken = 0;
  let whole = 0;
  for (const character of text.matchAll(/[^\0-\x7F]/gu)) {
    if (character[0] === REPLACEMENT_CHARACTER) broken += 1;
    else whole += 1;
  }
  return broken === 0 || (broken * 100 < size && whole > broken);
}

function choicesFor(bytes: Uint8Array): readonly EncodingChoice[] {
  const differingLines = linesOf(fromBytes(bytes, 'windows-1252')).flatMap((line, index) =>
    /[^\0-\x7F]/.test(line) ? [index] : [],
  );
  return (Object.keys(UPPER_HALVES) as ByteEncoding[]).map((encoding) => {
    const lines = linesOf(fromBytes(bytes, encoding));
    return {
      encoding,
      sample: differingLines.slice(0, SAMPLE_LINES).map((index) => (lines[index] ?? '').slice(0, SAMPLE_LENGTH)),
    };
  });
}

const linesOf = (text: string): readonly string[] => text.split(/\r\n?|\n/);

const isByteEncoding = (encoding: Encoding): encoding is ByteEncoding => encoding in UPPER_HALVES;

function fromBytes(bytes: Uint8Array, encoding: ByteEncoding): string {
  const upper = UPPER_HALVES[encoding];
  // Each byte becomes the character with its number, which is right for all below 0x80.
  const latin1 = new TextDecoder('utf-16le').decode(Uint16Array.from(bytes));
  return latin1.replaceAll(/[\u0080-\u00FF]/g, (character) => upper[character.charCodeAt(0) - 0x80] ?? character);
}
