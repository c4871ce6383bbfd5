import { fromTenThousandths, SCALE, type TenThousandths, toTenThousandths } from './decimal.ts';
import { formatCount, formatQuantity } from './format.ts';
import { LIMITS } from './limits.ts';
import { type NumeralKind, readNumeral } from './numerals.ts';

/** The range of a numeric field. The same rule parses the JSON body on the server and the input in the browser. */
export interface AmountRule {
  readonly kind: NumeralKind;
  readonly min: TenThousandths;
  readonly max: TenThousandths;
  /** Tells whether only whole numbers are allowed. */
  readonly isWhole?: true;
}

export const AMOUNTS = {
  monthlyRevenue: { kind: 'money', ...LIMITS.monthlyRevenue },
  unitPrice: { kind: 'money', ...LIMITS.unitPrice },
  salePrice: { kind: 'money', ...LIMITS.salePrice },
  averageTicket: { kind: 'money', ...LIMITS.averageTicket },
  quantity: { kind: 'quantity', ...LIMITS.quantity },
  variableCost: { kind: 'percentage', ...LIMITS.variableCost },
  packPrice: { kind: 'money', ...LIMITS.packPrice },
  packQuantity: { kind: 'quantity', ...LIMITS.packQuantity },
  yieldQuantity: { kind: 'quantity', ...LIMITS.yieldQuantity },
  conversion: { kind: 'quantity', ...LIMITS.conversionQuantity },
  yieldPercentage: { kind: 'percentage', ...LIMITS.yieldPercentage },
  loss: { kind: 'percentage', ...LIMITS.loss },
  factor: { kind: 'quantity', ...LIMITS.factor },
  soldRevenue: { kind: 'money', ...LIMITS.soldRevenue },
  profitGoal: { kind: 'money', ...LIMITS.profitGoal },
  packs: { kind: 'quantity', ...LIMITS.packs },
  purchaseTotal: { kind: 'money', ...LIMITS.purchaseTotal },
  stockValue: { kind: 'money', ...LIMITS.stockValue },
} as const satisfies Record<string, AmountRule>;

export type AmountReading =
  | { readonly ok: true; readonly tenThousandths: TenThousandths }
  | {
      readonly ok: false;
      /** A sentence for the field. */
      readonly sentence: string;
      /** The two possible meanings of an ambiguous text, which is a question and not a mistake. */
      readonly candidates?: readonly [TenThousandths, TenThousandths];
    };

/** Parses a JSON number or a text as people type it. */
export function readAmount(source: number | string, rule: AmountRule): AmountReading {
  if (typeof source === 'number') return readNumber(source, rule);
  const numeral = readNumeral(source, rule.kind);
  switch (numeral.kind) {
    case 'value':
      return inRange(numeral.tenThousandths, rule);
    case 'ambiguous': {
      const [decimal, thousands] = numeral.candidates;
      const sentence = `Você quis dizer ${formatQuantity(decimal)} ou ${formatQuantity(thousands)}? Escolha um dos dois.`;
      return { ok: false, sentence, candidates: numeral.candidates };
    }
    case 'empty':
      return refused('Preencha este campo.');
    case 'too_many_decimals':
      return refused('Use no máximo 4 casas decimais.');
    case 'not_a_number':
      return refused('Digite um número, como 12,50.');
    default:
      return numeral satisfies never;
  }
}

function readNumber(source: number, rule: AmountRule): AmountReading {
  if (!Number.isFinite(source)) return refused('Digite um número, como 12,50.');
  if (source < 0) return refused('O valor não pode ser negativo.');
  if (source > fromTenThousandths(rule.max)) return inRange(Number.MAX_SAFE_INTEGER, rule);
  const amount = toTenThousandths(source);
  return amount === undefined ? refused('Use no máximo 4 casas decimais.') : inRange(amount, rule);
}

function inRange(amount: TenThousandths, rule: AmountRule): AmountReading {
  if (amount > rule.max) return refused(`O maior valor aceito é ${formatQuantity(rule.max)}.`);
  if (amount < rule.min)
    return refused(
      rule.min === 1 ? 'O valor precisa ser maior que zero.' : `O menor valor aceito é ${formatQuantity(rule.min)}.`,
    );
  if (rule.isWhole && amount % SCALE !== 0) return refused('Digite um número inteiro, como 120.');
  return { ok: true, tenThousandths: amount };
}

const refused = (sentence: string): AmountReading => ({ ok: false, sentence });

/** Parses a percentage by which prices change: -99,99 to 1000. */
export function readPriceChange(source: number | string): AmountReading {
  const { min, max } = LIMITS.priceChange;
  const text = typeof source === 'string' ? source.trim() : source;
  const isLower = typeof text === 'number' ? text < 0 : /^[-−]/.test(text);
  const size = typeof text === 'number' ? Math.abs(text) : text.replace(/^[-−+]\s*/, '');
  const reading = readAmount(size, { kind: 'percentage', min: 0, max: isLower ? -min : max });
  return reading.ok && isLower && reading.tenThousandths !== 0
    ? { ok: true, tenThousandths: -reading.tenThousandths }
    : reading;
}

export type CountReading =
  { readonly ok: true; readonly count: number } | { readonly ok: false; readonly sentence: string };

/** Parses whole portions: digits only. An empty field is one, the default. */
export function readPortions(source: number | string): CountReading {
  const { min, max } = LIMITS.portions;
  const text = typeof source === 'number' ? String(source) : source.trim();
  if (text === '') return { ok: true, count: 1 };
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  return value >= min && value <= max
    ? { ok: true, count: value }
    : { ok: false, sentence: `Digite um número inteiro de porções, de ${min} a ${formatCount(max)}.` };
}

/** Parses whole pieces sold: digits only. An empty field is zero. */
export function readSoldQuantity(source: number | string): CountReading {
  const { max } = LIMITS.sold;
  const text = typeof source === 'number' ? String(source) : source.trim();
  if (text === '') return { ok: true, count: 0 };
  const value = /^\d+$/.test(text) ? Number(text) : NaN;
  return value <= max
    ? { ok: true, count: value }
    : { ok: false, sentence: `Digite um número inteiro de vendas, de 0 a ${formatCount(max)}.` };
}

/** Parses whole orders: digits only. An empty field is zero. */
export function readOrders(source: number | string): CountReading {
  const { max } = LIMITS.orders;
  const text = typeof source === 'number' ? String(source) : source.trim();
  if (text === '') return { ok: true, count: 0 };
  if (!/^\d+$/.test(text)) return { ok: false, sentence: 'Digite um número inteiro de pedidos, como 120.' };
  const value = Number(text);
  return value > max
    ? { ok: false, sentence: `O maior número de pedidos aceito é ${formatCount(max)}.` }
    : { ok: true, count: value };
}
