import { SCALE, type TenThousandths } from '#domain/decimal.ts';
import { readQuantity } from '#domain/units/quantity-text.ts';

/** The number at the beginning of a recipe line. */
export interface WrittenAmount {
  /** The number; undefined for an ambiguous one like 1.500, whose text is kept. */
  readonly quantity: TenThousandths | undefined;
  readonly text: string;
  readonly isRange: boolean;
  readonly isApproximate: boolean;
  /** The rest of the text. */
  readonly rest: string;
}

const NUMBER_WORDS: Readonly<Record<string, number>> = {
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

const FRACTION_WORDS: Readonly<Record<string, string>> = {
  'um quarto': '1/4',
  'três quartos': '3/4',
  'tres quartos': '3/4',
  'um terço': '1/3',
  'um terco': '1/3',
  'dois terços': '2/3',
  'dois tercos': '2/3',
};

const FRACTION_SIGNS = '½⅓⅔¼¾⅛';
const DIGITS = String.raw`\d[\d.,]*\d|\d`;
const FRACTION = String.raw`\d+\s*\/\s*\d+`;
/** A number as recipes write it: '1 e ½', '1 1/2', '1½', '1/2', '2,5', '12 x 395'. */
const NUMBER = new RegExp(
  String.raw`^(?:(?<whole>\d+)\s*(?:\s|e\s)\s*(?<remainder>${FRACTION})|(?<mixed>\d+)\s*(?:e\s*)?(?<sign>[${FRACTION_SIGNS}])|(?<fraction>${FRACTION})|(?<alone>[${FRACTION_SIGNS}])|(?<packs>\d+)\s*[x×*]\s*(?<size>${DIGITS})|(?<digits>${DIGITS}))`,
  'u',
);
const APPROXIMATELY = /^(?:cerca\s+de|aproximadamente|aprox\.?|mais\s+ou\s+menos|uns|umas|\+\s*\/?\s*-|±|~)\s*/iu;
/** A half that follows a number or a measure: 'e meia'. */
const AND_HALF = /^e\s+(?:mei[ao](?!\p{L})|1\s*\/\s*2|½)/iu;
const RANGE = /^(?:a|ou|at[ée]|à|-|–|—)\s*/iu;

interface WrittenNumber {
  readonly quantity: TenThousandths | undefined;
  readonly text: string;
  readonly rest: string;
}

/** The amount at the beginning of a text; undefined if it does not begin with a number. */
export function amountAtStart(source: string): WrittenAmount | undefined {
  const isApproximate = APPROXIMATELY.test(source);
  const text = source.replace(APPROXIMATELY, '').replace(/^de\s+(?=\d+\s*(?:a|até)\s+\d)/iu, '');
  const first = numberAtStart(text);
  if (!first) return undefined;
  const afterRange = afterRangeEnd(first.rest);
  return { ...first, rest: afterRange ?? first.rest, isRange: afterRange !== undefined, isApproximate };
}

/** Reads a half that follows a measure: '2 xícaras e meia de farinha'. The half is 0 where there is none. */
export function halfAtStart(text: string): { readonly half: TenThousandths; readonly rest: string } {
  const [half = ''] = AND_HALF.exec(text) ?? [];
  return { half: half === '' ? 0 : SCALE / 2, rest: text.slice(half.length).trim() };
}

function numberAtStart(text: string): WrittenNumber | undefined {
  const words = Object.keys(FRACTION_WORDS).find((key) => startsWithWord(text, key));
  if (words !== undefined)
    return {
      ...readValue(FRACTION_WORDS[words] ?? ''),
      rest: text
        .slice(words.length)
        .trim()
        .replace(/^de\s+/iu, ''),
    };
  const word = /^\p{L}+/u.exec(text)?.[0] ?? '';
  const value = NUMBER_WORDS[word.toLowerCase()];
  const number = value === undefined ? undefined : { text: word, quantity: value * SCALE };
  if (number) return withHalf({ ...number, rest: text.slice(word.length).trim() });
  const match = NUMBER.exec(text.replaceAll('⁄', '/'));
  if (!match) return undefined;
  const [written] = match;
  const { whole, remainder, mixed, sign, packs, size } = match.groups ?? {};
  const spelled = remainder
    ? `${whole} ${remainder}`
    : sign
      ? `${mixed} ${sign}`
      : packs
        ? `${packs}x${size}`
        : written;
  return withHalf({ ...readValue(spelled), rest: text.slice(written.length).trim() });
}

function readValue(text: string): Omit<WrittenNumber, 'rest'> {
  const reading = readQuantity(text);
  return { text, quantity: reading.kind === 'value' ? reading.value.quantity : undefined };
}

function withHalf(number: WrittenNumber): WrittenNumber {
  const { half, rest } = halfAtStart(number.rest);
  return half === 0 || number.quantity === undefined ? number : { ...number, quantity: number.quantity + half, rest };
}

/** The text behind the upper end of a range; undefined if there is no range. */
function afterRangeEnd(text: string): string | undefined {
  const [sign] = RANGE.exec(text) ?? [];
  return sign === undefined ? undefined : numberAtStart(text.slice(sign.length))?.rest;
}

const startsWithWord = (text: string, word: string): boolean =>
  text.toLowerCase().startsWith(word) && !/^\p{L}/u.test(text.slice(word.length));
