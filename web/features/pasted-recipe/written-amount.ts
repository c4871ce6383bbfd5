import { SCALE, type TenThousandths } from '#domain/decimal.ts';
import { readQuantity } from '#domain/units/quantity-text.ts';

/** The number at the beginning of a recipe line. */
export interface WrittenAmount {
  /** The number; undefined for an ambiguous one like 1.500, whose text is kept. */
  readonly quantity: TenThousandths | undefined;
  readonly text: string;
  readonly isRange: boolean;
  readonly isAbout: boolean;
  /** The rest of the text. */
  readonly rest: string;
}

const WORDS: Readonly<Record<string, number>> = {
  meia: 0.5,
  meio: 0.5,
  um: 1,
  uma: 1,
  dois: 2,
  duas: 2,
  três: 3,
  tres: 3,
  quatro: 4,
  cinco: 5,
  seis: 6,
  sete: 7,
  oito: 8,
  nove: 9,
  dez: 10,
  onze: 11,
  doze: 12,
  quinze: 15,
  vinte: 20,
};

const PARTS: Readonly<Record<string, string>> = {
  'um quarto': '1/4',
  'três quartos': '3/4',
  'tres quartos': '3/4',
  'um terço': '1/3',
  'um terco': '1/3',
  'dois terços': '2/3',
  'dois tercos': '2/3',
};

const VULGAR = '½⅓⅔¼¾⅛';
const DIGITS = String.raw`\d[\d.,]*\d|\d`;
const FRACTION = String.raw`\d+\s*\/\s*\d+`;
/** '1 e ½', '1 1/2', '1½', '1/2', '2,5', '12 x 395' */
const NUMBER = new RegExp(
  String.raw`^(?:(?<whole>\d+)\s*(?:\s|e\s)\s*(?<part>${FRACTION})|(?<mixed>\d+)\s*(?:e\s*)?(?<sign>[${VULGAR}])|(?<fraction>${FRACTION})|(?<alone>[${VULGAR}])|(?<times>\d+)\s*[x×*]\s*(?<each>${DIGITS})|(?<digits>${DIGITS}))`,
  'u',
);
const ABOUT = /^(?:cerca\s+de|aproximadamente|aprox\.?|mais\s+ou\s+menos|uns|umas|\+\s*\/?\s*-|±|~)\s*/iu;
/** 'e meia' behind a number or a measure. */
const AND_HALF = /^e\s+(?:mei[ao](?!\p{L})|1\s*\/\s*2|½)/iu;
const RANGE = /^(?:a|ou|at[ée]|à|-|–|—)\s*/iu;

interface WrittenNumber {
  readonly quantity: TenThousandths | undefined;
  readonly text: string;
  readonly rest: string;
}

/** The amount at the beginning of a text; undefined if it does not begin with a number. */
export function amountAtStart(source: string): WrittenAmount | undefined {
  const isAbout = ABOUT.test(source);
  const text = source.replace(ABOUT, '').replace(/^de\s+(?=\d+\s*(?:a|até)\s+\d)/iu, '');
  const first = numberAtStart(text);
  if (!first) return undefined;
  const more = upperEnd(first.rest);
  return { ...first, rest: more ?? first.rest, isRange: more !== undefined, isAbout };
}

/** 'e meia' behind a measure: '2 xícaras e meia de farinha'. */
export function halfAtStart(text: string): { readonly more: TenThousandths; readonly rest: string } {
  const [half = ''] = AND_HALF.exec(text) ?? [];
  return { more: half === '' ? 0 : SCALE / 2, rest: text.slice(half.length).trim() };
}

function numberAtStart(text: string): WrittenNumber | undefined {
  const part = Object.keys(PARTS).find((each) => startsWithWord(text, each));
  if (part !== undefined)
    return {
      ...valueOf(PARTS[part] ?? ''),
      rest: text
        .slice(part.length)
        .trim()
        .replace(/^de\s+/iu, ''),
    };
  const word = /^\p{L}+/u.exec(text)?.[0] ?? '';
  const value = WORDS[word.toLowerCase()];
  const number = value === undefined ? undefined : { text: word, quantity: value * SCALE };
  if (number) return withHalf({ ...number, rest: text.slice(word.length).trim() });
  const match = NUMBER.exec(text.replaceAll('⁄', '/'));
  if (!match) return undefined;
  const [written] = match;
  const { whole, part: above, mixed, sign, times, each } = match.groups ?? {};
  const spelled = above ? `${whole} ${above}` : sign ? `${mixed} ${sign}` : times ? `${times}x${each}` : written;
  return withHalf({ ...valueOf(spelled), rest: text.slice(written.length).trim() });
}

function valueOf(text: string): Omit<WrittenNumber, 'rest'> {
  const reading = readQuantity(text);
  return { text, quantity: reading.kind === 'value' ? reading.value.quantity : undefined };
}

function withHalf(number: WrittenNumber): WrittenNumber {
  const { more, rest } = halfAtStart(number.rest);
  return more === 0 || number.quantity === undefined ? number : { ...number, quantity: number.quantity + more, rest };
}

/** The text behind the upper end of a range; undefined if there is no range. */
function upperEnd(text: string): string | undefined {
  const [sign] = RANGE.exec(text) ?? [];
  return sign === undefined ? undefined : numberAtStart(text.slice(sign.length))?.rest;
}

const startsWithWord = (text: string, word: string): boolean =>
  text.toLowerCase().startsWith(word) && !/^\p{L}/u.test(text.slice(word.length));
