import { SCALE } from '#domain/decimal.ts';
import { count, money, percentage, quantity, unitPrice } from '#domain/format.ts';

/** A field of what was recorded, in words; what it was before where it was something else. */
export interface RecordedFact {
  readonly name: string;
  readonly before?: string;
  readonly after?: string;
}

interface Change {
  /** Of the event. */
  readonly type: string;
  readonly before: unknown;
  readonly after: unknown;
}

type Format = (value: number) => string;
type Content = Readonly<Record<string, unknown>>;

const cents: Format = (value) => money((value * SCALE) / 100);

/** A change of one thing has its bare values: what they are is in the kind of event. */
const CHANGED: Readonly<Record<string, readonly [name: string, format: Format]>> = {
  FixedCostAmountChanged: ['Valor', money],
  VariableCostRateChanged: ['Percentual', percentage],
  AverageTicketStated: ['Ticket médio', money],
  IngredientRepriced: ['Preço', unitPrice],
  DishPriced: ['Preço de venda', money],
  DishIngredientQuantityChanged: ['Quantidade', quantity],
};

/** Fields of an event by their names in it. */
const FIELDS: Readonly<Record<string, readonly [name: string, format: Format]>> = {
  name: ['Nome', count],
  dishName: ['Prato', count],
  ingredientName: ['Insumo', count],
  unit: ['Unidade', count],
  value: ['Valor', money],
  percentage: ['Percentual', percentage],
  unitPrice: ['Preço', unitPrice],
  salePrice: ['Preço de venda', money],
  quantity: ['Quantidade', quantity],
  month: ['Mês', count],
  orders: ['Pedidos', count],
  ticket: ['Ticket médio', money],
  cents: ['Valor pago', cents],
  price: ['Preço cobrado', cents],
  provider: ['Provedor', count],
  reason: ['Motivo', count],
  call: ['Chamada', count],
  count: ['Vezes', count],
  checked: ['Verificados', count],
  granted: ['Liberados agora', count],
  failed: ['Sem resposta', count],
  sessions: ['Sessões', count],
};

/** What an entry of the trail says about before and after, field by field. Ids and versions are left to the raw record. */
export function recordedFacts({ type, before, after }: Change): readonly RecordedFact[] {
  if (isContent(before) || isContent(after)) return factsOfContent(contentOf(before), contentOf(after));
  const [name, format] = CHANGED[type] ?? ['Mudança', count];
  const fact = factOf(name, textOf(before, format), textOf(after, format));
  return fact ? [fact] : [];
}

function factsOfContent(before: Content, after: Content): readonly RecordedFact[] {
  return Object.entries(FIELDS).flatMap(([key, [name, format]]) => {
    const fact = factOf(name, textOf(before[key], format), textOf(after[key], format));
    return fact ? [fact] : [];
  });
}

const factOf = (name: string, before: string | undefined, after: string | undefined): RecordedFact | undefined =>
  before === undefined && after === undefined
    ? undefined
    : { name, ...(before !== undefined && { before }), ...(after !== undefined && { after }) };

const isContent = (value: unknown): value is Content => typeof value === 'object' && value !== null;
const contentOf = (value: unknown): Content => (isContent(value) ? value : {});

function textOf(value: unknown, format: Format): string | undefined {
  if (typeof value === 'number') return format(value);
  return typeof value === 'string' && value !== '' && !IS_ID.test(value) ? value : undefined;
}

const IS_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-/;
