import { toSafeNumber, SCALE, type TenThousandths } from '#domain/decimal.ts';
import { formatQuantity } from '#domain/format.ts';
import { formatForInput } from '#domain/numerals.ts';
import { measureAtStart, type RecipeMeasure } from './recipe-measures.ts';
import { amountAtStart, halfAtStart, type WrittenAmount } from './written-amount.ts';

/**
 * A pasted recipe, read line by line. Every line that is not empty is exactly one part: an ingredient with a quantity,
 * one without ('sal a gosto'), a title, or a step of the method.
 */
export type RecipePart = IngredientLine | RecipeText;

/** A line that names an ingredient. */
export interface IngredientLine {
  /** An `unmeasured` line has no quantity, and none is guessed. */
  readonly kind: 'line' | 'unmeasured';
  /** The line number in the text, from 1, counting empty lines. */
  readonly number: number;
  readonly wholeLine: string;
  readonly ingredient: string;
  /** The quantity; undefined where there is none or it is ambiguous: `quantityText` then has its text. */
  readonly quantity: TenThousandths | undefined;
  readonly unit: string | undefined;
  /** The text for the quantity field: '2 xícaras', '1.500 g'. Empty without a quantity. */
  readonly quantityText: string;
  /** Sentences about guesses that the owner should check; empty without any. */
  readonly warnings: readonly string[];
}

/** A line that is a title or belongs to the method. */
export interface RecipeText {
  readonly kind: 'title' | 'method';
  readonly number: number;
  readonly wholeLine: string;
  /** The text without list signs, and for the method without its heading. */
  readonly text: string;
}

export const isIngredientLine = (part: RecipePart): part is IngredientLine =>
  part.kind === 'line' || part.kind === 'unmeasured';

/** The method, with a step on each line. */
export const methodIn = (parts: readonly RecipePart[]): string =>
  parts.flatMap((part) => (part.kind === 'method' && part.text !== '' ? [part.text] : [])).join('\n');

const METHOD_HEADING =
  /^(?:modo\s+de\s+(?:preparo|preparar|fazer)|como\s+(?:fazer|preparar)|modo\s+preparo|preparo|preparação|passo\s+a\s+passo|instruções)(?:\s+d[aeo]s?\s[^:.]{1,40})?\s*(?::\s*|$)/iu;
const INGREDIENTS_HEADING =
  /^(?:ingredientes|lista\s+de\s+ingredientes|você\s+vai\s+precisar(?:\s+de)?)(?:\s+d[aeo]s?\s[^:]{1,40}|\s+para\s[^:]{1,40})?\s*(?::|$)/iu;
/** Facts about the recipe as a whole, such as its yield or time. */
const RECIPE_FACT =
  /^(?:rendimento|rende(?:\s|:)|porções\s*:|serve\s+\d|serve:|tempo(?:\s+de\s+(?:preparo|forno|cozimento|geladeira))?\s*:|tempo\s+de\s|validade|dificuldade|categoria|receita\s+de\s|fonte\s*:|https?:\/\/)/iu;
const LIST_BULLET = /^(?:[-–—•·*●▪◦‣>☐✓✔✅□■○]|\[\s?x?\s?\]|(?!\d)\p{Extended_Pictographic}\uFE0F?)+\s*/u;
/** The number of a list item: '1. ', '2) ', '3º', but not the '1.' of 1.500. */
const LIST_NUMBER = /^\d{1,2}\s*(?:[.)º°ª]|\s?[-–—])\s*(?=[\p{L}"“(])|^\d{1,2}[.)º°]\s+(?=[\d½⅓⅔¼¾⅛])/u;
const STEP = /^passo\s+\d+\s*[:.)-]?\s*/iu;
const TO_TASTE_SUFFIX =
  /[\s,(–-]*(?:ou\s+)?(?:a\s+gosto|à\s+vontade|a\s+olho|o?\s*quanto\s+baste|q\.?\s?b\.?(?!\p{L})|q\.?\s?s\.?(?!\p{L})|o\s+suficiente|se\s+necessário)\)?\s*\.?$/iu;
/** A sentence with an instruction. */
const INSTRUCTION =
  /^(?:misture|mexa|leve|asse|bata|coloque|adicione|acrescente|junte|despeje|deixe|sirva|retire|cozinhe|frite|refogue|unte|polvilhe|enrole|corte|pique|aqueça|ferva|derreta|peneire|espere|reserve|amasse|abra|modele|passe|recheie|cubra|decore|desligue|faça|divida|incorpore|dissolva|tempere|preaqueça|pré-aqueça|em\s+(?:uma|um)\s|numa?\s|no\s+liquidificador|na\s+(?:batedeira|panela|tigela))(?!\p{L})/iu;

/**
 * The limit of a line's characters: no ingredient line is longer, and the search for quantities tries all pairs of
 * positions, which would take too long on a page in a single line.
 */
const MAX_LINE = 300;

interface PlainLine {
  readonly number: number;
  readonly wholeLine: string;
  /** The text without list signs and without the stars of bold text in messages. */
  readonly text: string;
  readonly isNumbered: boolean;
}

/** Splits a recipe into its parts. Pure; every line that is not empty becomes exactly one part. */
export function readRecipeText(source: string): readonly RecipePart[] {
  const lines = source
    .normalize('NFC')
    .split(/\r\n|\r|\n/)
    .map(plainLine);
  const filledLines = lines.filter(({ wholeLine }) => wholeLine !== '');
  let isMethod = false;
  return filledLines.map((line, index): RecipePart => {
    const { number, wholeLine, text } = line;
    const heading = METHOD_HEADING.exec(text)?.[0];
    if (heading !== undefined) {
      isMethod = true;
      const rest = text.slice(heading.length).trim();
      return { kind: rest === '' ? 'title' : 'method', number, wholeLine, text: rest === '' ? text : rest };
    }
    if (INGREDIENTS_HEADING.test(text) && !amountIn(text)) {
      isMethod = false;
      return { kind: 'title', number, wholeLine, text };
    }
    if (text.length > MAX_LINE) return { kind: 'method', number, wholeLine, text: withoutStepNumber(line) };
    // The filling may begin below the method of the dough.
    if (isMethod && text.endsWith(':') && hasAmount(filledLines[index + 1])) isMethod = false;
    if (isMethod) return { kind: 'method', number, wholeLine, text: withoutStepNumber(line) };
    const isStandalone = index === 0 && lines[number]?.wholeLine === '' && amountAtStart(text) === undefined;
    if (isTitle(line, isStandalone)) return { kind: 'title', number, wholeLine, text };
    return isSentence(line)
      ? { kind: 'method', number, wholeLine, text: withoutStepNumber(line) }
      : ingredientLine(line);
  });
}

function plainLine(source: string, index: number): PlainLine {
  const wholeLine = source
    .replaceAll(/[\u00AD\u200B\u2060\uFEFF\p{Bidi_Control}]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const withoutMarkup = wholeLine
    .replace(/^#+\s*/, '')
    .replaceAll(/\*\*|__/g, '')
    .replace(/^[*_~](?=\S)(.*\S)[*_~]$/u, '$1')
    .replace(/^[*_](?=[^\s\d*_][^*_]*[*_])([^*_]*)[*_]/u, '$1');
  const withoutBullet = /^\+\s*\/?\s*-/.test(withoutMarkup) ? withoutMarkup : withoutMarkup.replace(LIST_BULLET, '');
  const text = withoutBullet.replace(LIST_NUMBER, '').trim();
  // A line of signs alone still counts as a line.
  return {
    number: index + 1,
    wholeLine,
    text: text === '' ? wholeLine : text,
    isNumbered: text !== withoutBullet.trim(),
  };
}

const withoutStepNumber = ({ text }: PlainLine): string => text.replace(STEP, '') || text;

const hasAmount = (line: PlainLine | undefined): boolean =>
  line !== undefined && line.text.length <= MAX_LINE && amountIn(line.text) !== undefined;

function isTitle({ wholeLine, text }: PlainLine, isStandalone: boolean): boolean {
  if (text.endsWith(':') || /^#+\s/.test(wholeLine) || !/[\p{L}\p{N}]/u.test(text)) return true;
  return RECIPE_FACT.test(text) || (isStandalone && !TO_TASTE_SUFFIX.test(text) && !isSentenceText(text));
}

function isSentence({ text, isNumbered }: PlainLine): boolean {
  if (STEP.test(text)) return true;
  if (TO_TASTE_SUFFIX.test(text) && wordsIn(text) < 8) return false;
  if (amountAtStart(text)) return false;
  if (trailingAmount(text, { needsSign: isNumbered })) return false;
  return isNumbered || isSentenceText(text);
}

const isSentenceText = (text: string): boolean =>
  INSTRUCTION.test(text) || wordsIn(text) > 9 || (wordsIn(text) > 4 && /[.!]$/.test(text));

const wordsIn = (text: string): number => text.split(/\s+/).length;

interface Amount extends WrittenAmount {
  readonly measure: RecipeMeasure | undefined;
}

/** The amount at the beginning of a line. */
function amountIn(text: string): Amount | undefined {
  const number = amountAtStart(text);
  if (!number) return undefined;
  const measureMatch = measureAtStart(number.rest);
  if (!measureMatch) return { ...number, measure: undefined };
  const { half, rest } = halfAtStart(measureMatch.rest);
  // In a bare '1 lata', the measure is the ingredient's name.
  if (measureMatch.rest === '' && measureMatch.measure.kind === 'pack') return { ...number, measure: undefined };
  return {
    ...number,
    quantity: number.quantity === undefined ? undefined : number.quantity + half,
    measure: measureMatch.measure,
    rest: withoutFillWord(rest),
  };
}

/** Removes 'cheias de' or 'rasa de', which is not part of the name. */
const withoutFillWord = (text: string): string =>
  text.replace(/^\(?(?:bem\s+)?(?:chei|ras)[ao]s?\)?(?!\p{L})\s*/iu, '');

interface TrailingAmount {
  readonly name: string;
  readonly amount: Amount;
}

/** Finds an amount behind the name: 'Farinha de trigo: 500 g', 'Farinha - 500 g', 'Ovos (3)', 'farinha 500g'. */
function trailingAmount(text: string, { needsSign }: { readonly needsSign: boolean }): TrailingAmount | undefined {
  const [, name = '', amountText = ''] =
    /^([^\d½⅓⅔¼¾⅛]*\p{L}[^\d½⅓⅔¼¾⅛]*?)\s*(?:[:=|–—-]+|\.{2,}|…)\s*(.+)$/u.exec(text) ?? [];
  const separatedAmount = name === '' ? undefined : wholeAmount(amountText);
  if (separatedAmount) return { name, amount: separatedAmount };
  const [, before = '', bracketText = ''] = /^([^\d(]*\p{L}[^\d(]*?)\s*\(([^()]*)\)\.?$/u.exec(text) ?? [];
  const bracketAmount = before === '' ? undefined : wholeAmount(bracketText);
  if (bracketAmount) return { name: before, amount: bracketAmount };
  if (needsSign || wordsIn(text) > 7) return undefined;
  const [, first = '', last = ''] = /^([^\d½⅓⅔¼¾⅛]*\p{L})\s+([\d½⅓⅔¼¾⅛].*)$/u.exec(text) ?? [];
  const spacedAmount = first === '' ? undefined : wholeAmount(last);
  return spacedAmount?.measure && spacedAmount.measure.kind !== 'time'
    ? { name: first, amount: spacedAmount }
    : undefined;
}

/** An amount that is the whole text. */
function wholeAmount(text: string): Amount | undefined {
  const number = amountAtStart(text.trim().replace(/\.$/, ''));
  if (!number) return undefined;
  const measureMatch = measureAtStart(number.rest);
  const { rest = number.rest, measure } = measureMatch ?? {};
  return rest === '' ? { ...number, measure } : undefined;
}

function ingredientLine({ number, wholeLine, text, isNumbered }: PlainLine): IngredientLine {
  const isToTaste = TO_TASTE_SUFFIX.test(text);
  const measuredText = isToTaste ? text.replace(TO_TASTE_SUFFIX, '').trim() : text;
  const leading = amountIn(measuredText);
  const trailing = leading ? undefined : trailingAmount(measuredText, { needsSign: isNumbered });
  const amount = leading ?? trailing?.amount;
  const { name, brackets, hasSeveralAmounts } = nameIn(trailing?.name ?? leading?.rest ?? measuredText);
  const line = { number, wholeLine, ingredient: name === '' ? measuredText : name };
  const amountWarnings = hasSeveralAmounts ? ['Há mais de uma quantidade nesta linha: confira.'] : [];
  if (!amount)
    return {
      ...line,
      kind: 'unmeasured',
      quantity: undefined,
      unit: undefined,
      quantityText: '',
      warnings: amountWarnings,
    };
  const withPacks = packedAmount(amount, name, brackets);
  const { measure, quantity, isRange, isApproximate } = withPacks.amount;
  const unit = measure && (quantity !== undefined && quantity > SCALE ? measure.plural : measure.singular);
  const warnings = [
    ...(isRange ? ['Estava escrito de um tanto a outro: vale o primeiro.'] : []),
    ...(isApproximate ? ['Estava escrito que é mais ou menos.'] : []),
    ...withPacks.warnings,
    ...(quantity === undefined ? ['Pode ser mais de um número: diga qual é.'] : []),
    ...amountWarnings,
  ];
  return {
    ...line,
    ingredient: withPacks.name === '' ? line.ingredient : withPacks.name,
    kind: 'line',
    quantity,
    unit,
    quantityText: [quantity === undefined ? amount.text : formatForInput(quantity), unit].filter(Boolean).join(' '),
    warnings,
  };
}

interface Name {
  readonly name: string;
  /** The texts in brackets, in order. */
  readonly brackets: readonly string[];
  /** Tells whether the line contains more than one amount. */
  readonly hasSeveralAmounts: boolean;
}

/** Reads the name of an ingredient: 'leite condensado' in 'de leite condensado (395 g), bem gelado'. */
function nameIn(source: string): Name {
  const brackets = Array.from(source.matchAll(/\(([^()]*)\)/gu), ([, inside = '']) => inside.trim());
  const bare = source
    .replaceAll(/\([^()]*\)/gu, ' ')
    .replaceAll(/[()]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\s+,/g, ',')
    .trim();
  const [first = '', ...others] = bare.replace(/^(?:d[aeo]s?\s+|d['’])/iu, '').split(/\s*(?:[,;]\s+|\s[-–—]\s)/u);
  const name = first
    .replace(TO_TASTE_SUFFIX, '')
    .replace(/[.,;:\s]+$/u, '')
    .trim();
  const hasSeveralAmounts =
    /(?:\+|\s(?:e|mais)\s)\s*[\d½⅓⅔¼¾⅛]/u.test(name) ||
    others.some((part) => /^(?:e\s+|mais\s+)?[\d½⅓⅔¼¾⅛]/u.test(part));
  return { name, brackets, hasSeveralAmounts };
}

interface PackedAmount {
  readonly amount: Amount;
  readonly name: string;
  readonly warnings: readonly string[];
}

/** The amount including packs: '1 lata de leite condensado (395 g)' is 395 g, two such tins are 790 g. */
function packedAmount(amount: Amount, source: string, brackets: readonly string[]): PackedAmount {
  const { measure, quantity } = amount;
  const unpackedAmount = { amount, name: source, warnings: [] };
  if (measure?.kind === 'mass' || measure?.kind === 'time' || quantity === undefined) return unpackedAmount;
  const { inside, name } = packIn(source, brackets);
  const packSize =
    inside === undefined ? undefined : wholeAmount(inside.replace(PACK_PREFIX, '').replace(TOTAL_SUFFIX, '').trim());
  if (packSize?.quantity === undefined || !(packSize.measure?.kind === 'mass' || packSize.measure?.kind === 'volume'))
    return unpackedAmount;
  // A weight beside a measure like cups is the total; the weight of a tin is that of each.
  const isTotal = /total|ao todo/iu.test(inside ?? '') || measure?.kind === 'volume';
  const isPerPack = /cada/iu.test(inside ?? '') || !isTotal;
  const sum = isPerPack
    ? toSafeNumber((BigInt(quantity) * BigInt(packSize.quantity)) / BigInt(SCALE))
    : packSize.quantity;
  const weight = `${formatQuantity(packSize.quantity)} ${packSize.measure.singular}`;
  const warnings =
    quantity === SCALE
      ? []
      : [
          isPerPack
            ? `${formatQuantity(quantity)} × ${weight}: confira.`
            : `Vale o que está entre parênteses, ${weight}: confira.`,
        ];
  return {
    name,
    warnings,
    amount: {
      ...amount,
      measure: packSize.measure,
      quantity: sum,
      isApproximate: amount.isApproximate || packSize.isApproximate,
    },
  };
}

const PACK_PREFIX = /^(?:de|com|c\/|tipo|peso|aprox\.?|cerca\s+de)\s+(?=[\d½])/iu;
const TOTAL_SUFFIX = /\s*(?:cada(?:\s+uma?)?|no\s+total|ao\s+todo|total|aprox\.?|aproximadamente)\s*\.?$/iu;

/**
 * The pack in brackets or behind 'de': '1 lata de 395 g de leite condensado', '1 lata de leite condensado de 395 g'.
 */
function packIn(
  name: string,
  brackets: readonly string[],
): { readonly inside: string | undefined; readonly name: string } {
  const inBrackets = brackets.find((each) => /^\D{0,14}[\d½]/u.test(each));
  if (inBrackets !== undefined) return { inside: inBrackets, name };
  const [before, front] = /^(\d[\d.,]*\s*(?:g|kg|ml|l))\s+de\s+/iu.exec(name) ?? [];
  if (before !== undefined && front !== undefined) return { inside: front, name: name.slice(before.length) };
  const [behind, back] = /\s+(?:de\s+|com\s+)?(\d[\d.,]*\s*(?:g|kg|ml|l)(?:\s+cada)?)$/iu.exec(name) ?? [];
  if (behind !== undefined && back !== undefined) return { inside: back, name: name.slice(0, -behind.length) };
  return { inside: undefined, name };
}
