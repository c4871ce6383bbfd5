import { toSafeNumber, SCALE, type TenThousandths } from '#domain/decimal.ts';
import { quantity as quantityText } from '#domain/format.ts';
import { formatForInput } from '#domain/numerals.ts';
import { measureAtStart, type RecipeMeasure } from './recipe-measures.ts';
import { amountAtStart, halfAtStart, type WrittenAmount } from './written-amount.ts';

/**
 * A pasted recipe, read line by line. Every line that is not empty is exactly one part: an ingredient with a quantity,
 * one without ('sal a gosto'), a title, or a step of the method.
 */
export type RecipePart = IngredientLine | RecipeText;

export interface IngredientLine {
  /** `listed` means that the line has no quantity, and none is guessed. */
  readonly kind: 'line' | 'listed';
  /** The line number in the text, from 1, counting empty lines. */
  readonly number: number;
  readonly wholeLine: string;
  readonly ingredient: string;
  /** The quantity; undefined where there is none or it is ambiguous: `written` then has its text. */
  readonly quantity: TenThousandths | undefined;
  readonly unit: string | undefined;
  /** The text for the quantity field: '2 xícaras', '1.500 g'. Empty without a quantity. */
  readonly written: string;
  /** Sentences about guesses that the owner should check; empty without any. */
  readonly marks: readonly string[];
}

export interface RecipeText {
  readonly kind: 'title' | 'method';
  readonly number: number;
  readonly wholeLine: string;
  /** The text without list signs, and for the method without its heading. */
  readonly text: string;
}

export const isIngredientLine = (part: RecipePart): part is IngredientLine =>
  part.kind === 'line' || part.kind === 'listed';

/** The method, with a step on each line. */
export const methodIn = (parts: readonly RecipePart[]): string =>
  parts.flatMap((part) => (part.kind === 'method' && part.text !== '' ? [part.text] : [])).join('\n');

const METHOD_HEADING =
  /^(?:modo\s+de\s+(?:preparo|preparar|fazer)|como\s+(?:fazer|preparar)|modo\s+preparo|preparo|preparação|passo\s+a\s+passo|instruções)(?:\s+d[aeo]s?\s[^:.]{1,40})?\s*(?::\s*|$)/iu;
const INGREDIENTS_HEADING =
  /^(?:ingredientes|lista\s+de\s+ingredientes|você\s+vai\s+precisar(?:\s+de)?)(?:\s+d[aeo]s?\s[^:]{1,40}|\s+para\s[^:]{1,40})?\s*(?::|$)/iu;
/** Facts about the recipe itself, such as its yield or time. */
const ABOUT_RECIPE =
  /^(?:rendimento|rende(?:\s|:)|porções\s*:|serve\s+\d|serve:|tempo(?:\s+de\s+(?:preparo|forno|cozimento|geladeira))?\s*:|tempo\s+de\s|validade|dificuldade|categoria|receita\s+de\s|fonte\s*:|https?:\/\/)/iu;
const LIST_SIGN = /^(?:[-–—•·*●▪◦‣>☐✓✔✅□■○]|\[\s?x?\s?\]|(?!\d)\p{Extended_Pictographic}\uFE0F?)+\s*/u;
/** '1. ', '2) ', '3º', but not the '1.' of 1.500. */
const LIST_NUMBER = /^\d{1,2}\s*(?:[.)º°ª]|\s?[-–—])\s*(?=[\p{L}"“(])|^\d{1,2}[.)º°]\s+(?=[\d½⅓⅔¼¾⅛])/u;
const STEP = /^passo\s+\d+\s*[:.)-]?\s*/iu;
const TO_TASTE =
  /[\s,(–-]*(?:ou\s+)?(?:a\s+gosto|à\s+vontade|a\s+olho|o?\s*quanto\s+baste|q\.?\s?b\.?(?!\p{L})|q\.?\s?s\.?(?!\p{L})|o\s+suficiente|se\s+necessário)\)?\s*\.?$/iu;
/** A sentence with an instruction. */
const DOES =
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

export function readRecipeText(source: string): readonly RecipePart[] {
  const lines = source
    .normalize('NFC')
    .split(/\r\n|\r|\n/)
    .map(plainLine);
  const written = lines.filter(({ wholeLine }) => wholeLine !== '');
  let isMethod = false;
  return written.map((line, index): RecipePart => {
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
    if (text.length > MAX_LINE) return { kind: 'method', number, wholeLine, text: withoutStep(line) };
    // The filling may begin below the method of the dough.
    if (isMethod && text.endsWith(':') && isAmount(written[index + 1])) isMethod = false;
    if (isMethod) return { kind: 'method', number, wholeLine, text: withoutStep(line) };
    const isAlone = index === 0 && lines[number]?.wholeLine === '' && amountAtStart(text) === undefined;
    if (isTitle(line, isAlone)) return { kind: 'title', number, wholeLine, text };
    return isSentence(line) ? { kind: 'method', number, wholeLine, text: withoutStep(line) } : ingredientLine(line);
  });
}

function plainLine(source: string, index: number): PlainLine {
  const wholeLine = source
    .replaceAll(/[\u00AD\u200B\u2060\uFEFF\p{Bidi_Control}]/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const bare = wholeLine
    .replace(/^#+\s*/, '')
    .replaceAll(/\*\*|__/g, '')
    .replace(/^[*_~](?=\S)(.*\S)[*_~]$/u, '$1')
    .replace(/^[*_](?=[^\s\d*_][^*_]*[*_])([^*_]*)[*_]/u, '$1');
  const unlisted = /^\+\s*\/?\s*-/.test(bare) ? bare : bare.replace(LIST_SIGN, '');
  const text = unlisted.replace(LIST_NUMBER, '').trim();
  // A line of signs alone still counts as a line.
  return { number: index + 1, wholeLine, text: text === '' ? wholeLine : text, isNumbered: text !== unlisted.trim() };
}

const withoutStep = ({ text }: PlainLine): string => text.replace(STEP, '') || text;

const isAmount = (line: PlainLine | undefined): boolean =>
  line !== undefined && line.text.length <= MAX_LINE && amountIn(line.text) !== undefined;

function isTitle({ wholeLine, text }: PlainLine, isAlone: boolean): boolean {
  if (text.endsWith(':') || /^#+\s/.test(wholeLine) || !/[\p{L}\p{N}]/u.test(text)) return true;
  return ABOUT_RECIPE.test(text) || (isAlone && !TO_TASTE.test(text) && !isSentenceText(text));
}

function isSentence({ text, isNumbered }: PlainLine): boolean {
  if (STEP.test(text)) return true;
  if (TO_TASTE.test(text) && wordsIn(text) < 8) return false;
  if (amountAtStart(text)) return false;
  if (trailingAmount(text, { needsSign: isNumbered })) return false;
  return isNumbered || isSentenceText(text);
}

const isSentenceText = (text: string): boolean =>
  DOES.test(text) || wordsIn(text) > 9 || (wordsIn(text) > 4 && /[.!]$/.test(text));

const wordsIn = (text: string): number => text.split(/\s+/).length;

interface Amount extends WrittenAmount {
  readonly measure: RecipeMeasure | undefined;
}

/** The amount at the beginning of a line. */
function amountIn(text: string): Amount | undefined {
  const number = amountAtStart(text);
  if (!number) return undefined;
  const measured = measureAtStart(number.rest);
  if (!measured) return { ...number, measure: undefined };
  const { more, rest } = halfAtStart(measured.rest);
  // In a bare '1 lata', the measure is the ingredient's name.
  if (measured.rest === '' && measured.measure.kind === 'pack') return { ...number, measure: undefined };
  return {
    ...number,
    quantity: number.quantity === undefined ? undefined : number.quantity + more,
    measure: measured.measure,
    rest: withoutHowFull(rest),
  };
}

/** Removes 'cheias de' or 'rasa de', which is not part of the name. */
const withoutHowFull = (text: string): string => text.replace(/^\(?(?:bem\s+)?(?:chei|ras)[ao]s?\)?(?!\p{L})\s*/iu, '');

interface TrailingAmount {
  readonly name: string;
  readonly amount: Amount;
}

/** 'Farinha de trigo: 500 g', 'Farinha - 500 g', 'Ovos (3)', 'farinha 500g' */
function trailingAmount(text: string, { needsSign }: { readonly needsSign: boolean }): TrailingAmount | undefined {
  const [, name = '', behind = ''] =
    /^([^\d½⅓⅔¼¾⅛]*\p{L}[^\d½⅓⅔¼¾⅛]*?)\s*(?:[:=|–—-]+|\.{2,}|…)\s*(.+)$/u.exec(text) ?? [];
  const signed = name === '' ? undefined : wholeAmount(behind);
  if (signed) return { name, amount: signed };
  const [, before = '', bracketed = ''] = /^([^\d(]*\p{L}[^\d(]*?)\s*\(([^()]*)\)\.?$/u.exec(text) ?? [];
  const inBrackets = before === '' ? undefined : wholeAmount(bracketed);
  if (inBrackets) return { name: before, amount: inBrackets };
  if (needsSign || wordsIn(text) > 7) return undefined;
  const [, first = '', last = ''] = /^([^\d½⅓⅔¼¾⅛]*\p{L})\s+([\d½⅓⅔¼¾⅛].*)$/u.exec(text) ?? [];
  const plain = first === '' ? undefined : wholeAmount(last);
  return plain?.measure && plain.measure.kind !== 'time' ? { name: first, amount: plain } : undefined;
}

/** An amount that is the whole text. */
function wholeAmount(text: string): Amount | undefined {
  const number = amountAtStart(text.trim().replace(/\.$/, ''));
  if (!number) return undefined;
  const measured = measureAtStart(number.rest);
  const { rest = number.rest, measure } = measured ?? {};
  return rest === '' ? { ...number, measure } : undefined;
}

function ingredientLine({ number, wholeLine, text, isNumbered }: PlainLine): IngredientLine {
  const isToTaste = TO_TASTE.test(text);
  const spoken = isToTaste ? text.replace(TO_TASTE, '').trim() : text;
  const leading = amountIn(spoken);
  const trailing = leading ? undefined : trailingAmount(spoken, { needsSign: isNumbered });
  const amount = leading ?? trailing?.amount;
  const { name, brackets, isMore } = nameIn(trailing?.name ?? leading?.rest ?? spoken);
  const line = { number, wholeLine, ingredient: name === '' ? spoken : name };
  const more = isMore ? ['Há mais de uma quantidade nesta linha: confira.'] : [];
  if (!amount) return { ...line, kind: 'listed', quantity: undefined, unit: undefined, written: '', marks: more };
  const packed = packedAmount(amount, name, brackets);
  const { measure, quantity, isRange, isAbout } = packed.amount;
  const unit = measure && (quantity !== undefined && quantity > SCALE ? measure.many : measure.one);
  const marks = [
    ...(isRange ? ['Estava escrito de um tanto a outro: vale o primeiro.'] : []),
    ...(isAbout ? ['Estava escrito que é mais ou menos.'] : []),
    ...packed.marks,
    ...(quantity === undefined ? ['Pode ser mais de um número: diga qual é.'] : []),
    ...more,
  ];
  return {
    ...line,
    ingredient: packed.name === '' ? line.ingredient : packed.name,
    kind: 'line',
    quantity,
    unit,
    written: [quantity === undefined ? amount.text : formatForInput(quantity), unit].filter(Boolean).join(' '),
    marks,
  };
}

interface Name {
  readonly name: string;
  /** The texts in brackets, in order. */
  readonly brackets: readonly string[];
  /** Whether the line contains more than one amount. */
  readonly isMore: boolean;
}

/** 'leite condensado' of 'de leite condensado (395 g), bem gelado'. */
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
    .replace(TO_TASTE, '')
    .replace(/[.,;:\s]+$/u, '')
    .trim();
  const isMore =
    /(?:\+|\s(?:e|mais)\s)\s*[\d½⅓⅔¼¾⅛]/u.test(name) ||
    others.some((part) => /^(?:e\s+|mais\s+)?[\d½⅓⅔¼¾⅛]/u.test(part));
  return { name, brackets, isMore };
}

interface PackedAmount {
  readonly amount: Amount;
  readonly name: string;
  readonly marks: readonly string[];
}

/** The amount including packs: '1 lata de leite condensado (395 g)' is 395 g, two such tins are 790 g. */
function packedAmount(amount: Amount, source: string, brackets: readonly string[]): PackedAmount {
  const { measure, quantity } = amount;
  const plain = { amount, name: source, marks: [] };
  if (measure?.kind === 'mass' || measure?.kind === 'time' || quantity === undefined) return plain;
  const { inside, name } = packIn(source, brackets);
  const each =
    inside === undefined ? undefined : wholeAmount(inside.replace(OF_PACK, '').replace(ALL_OR_EACH, '').trim());
  if (each?.quantity === undefined || !(each.measure?.kind === 'mass' || each.measure?.kind === 'volume')) return plain;
  // A weight beside a measure like cups is the total; the weight of a tin is that of each.
  const isWhole = /total|ao todo/iu.test(inside ?? '') || measure?.kind === 'volume';
  const isEach = /cada/iu.test(inside ?? '') || !isWhole;
  const sum = isEach ? toSafeNumber((BigInt(quantity) * BigInt(each.quantity)) / BigInt(SCALE)) : each.quantity;
  const weight = `${quantityText(each.quantity)} ${each.measure.one}`;
  const marks =
    quantity === SCALE
      ? []
      : [
          isEach
            ? `${quantityText(quantity)} × ${weight}: confira.`
            : `Vale o que está entre parênteses, ${weight}: confira.`,
        ];
  return {
    name,
    marks,
    amount: { ...amount, measure: each.measure, quantity: sum, isAbout: amount.isAbout || each.isAbout },
  };
}

const OF_PACK = /^(?:de|com|c\/|tipo|peso|aprox\.?|cerca\s+de)\s+(?=[\d½])/iu;
const ALL_OR_EACH = /\s*(?:cada(?:\s+uma?)?|no\s+total|ao\s+todo|total|aprox\.?|aproximadamente)\s*\.?$/iu;

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
