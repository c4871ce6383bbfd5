import type { UnlistedField } from '#domain/business/entity-fields.ts';
import type { AmountRule } from '#domain/amounts.ts';
import type { DataField } from '#domain/any-event.ts';
import { isBusinessEventType, traitsOf } from '#domain/business/event-traits.ts';
import { type Field, type FieldType, wordOf } from '#domain/business/field.ts';
import { tableOf } from '#domain/business/tables.ts';
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

type FactFormat = readonly [name: string, format: Format];

const FORMATS: Readonly<Record<AmountRule['kind'], Format>> = { money, percentage, quantity };

/** As a table of fields says it. */
const toldOf = (field: Field<FieldType>): FactFormat => [
  wordOf(field),
  field.spec.is === 'amount' ? FORMATS[field.spec.rule.kind] : count,
];

/**
 * Every other field of an event by its name in it, in the order in which they are told; null for what is left to the raw
 * record: ids, versions, and what the sentence says better.
 */
const FIELDS = {
  preparationName: ['Preparo', count],
  dishName: ['Prato', count],
  ingredientName: ['Insumo', count],
  unit: ['Unidade', count],
  value: ['Valor', money],
  unitPrice: ['Preço', unitPrice],
  quantity: ['Quantidade', quantity],
  ownUnit: ['Unidade na ficha', count],
  yieldQuantity: ['Rendimento', quantity],
  yieldUnit: ['Unidade do rendimento', count],
  channelName: ['Canal', count],
  fromName: ['Antes', count],
  byName: ['No lugar', count],
  isMain: null,
  names: null,
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
  id: null,
  byId: null,
  recipes: null,
  removed: null,
  restored: null,
  ownerId: null,
  userId: null,
  guestId: null,
  businessIds: null,
  dishId: null,
  ingredientId: null,
  paymentId: null,
  chargeId: null,
  version: null,
  sequence: null,
  place: null,
  channelId: null,
  channels: null,
  prices: null,
  rows: null,
  lines: null,
  date: ['Data', count],
  number: ['Número', count],
  supplierName: ['Fornecedor', count],
  freight: ['Frete', money],
  discount: ['Desconto', money],
  supplier: null,
  supplierId: null,
  confirmed: null,
  made: null,
  typed: null,
  layouts: null,
  preparationId: null,
  purchase: null,
  conversions: null,
  free: null,
  before: null,
  after: null,
  from: null,
  to: null,
  source: null,
  issuer: null,
  via: null,
  what: null,
  minute: null,
  until: null,
} as const satisfies Readonly<Record<DataField, FactFormat | null>>;

const CHANGE: FactFormat = ['Mudança', count];

/** A change of one field has its bare values: which field it is, is in the type of the event. */
const CHANGED: Readonly<Record<UnlistedField, FactFormat>> = {
  owner: CHANGE,
  value: FIELDS.value,
  priceRule: CHANGE,
  unit: CHANGE,
  revenue: CHANGE,
  ticket: FIELDS.ticket,
  unitPrice: FIELDS.unitPrice,
  quantity: FIELDS.quantity,
  ownUnit: FIELDS.ownUnit,
  purchase: ['Compra', count],
  conversions: ['Conversões', count],
  free: CHANGE,
  yield: ['Rendimento', quantity],
  yieldQuantity: FIELDS.yieldQuantity,
  yieldUnit: FIELDS.yieldUnit,
  productionLoss: ['Perda na produção', percentage],
  mixMonths: ['Meses de vendas', count],
  profitGoal: ['Quanto quer tirar', money],
  channels: CHANGE,
  prices: ['Preço no canal', money],
  isMain: CHANGE,
  rows: CHANGE,
  lines: CHANGE,
};

/** What an entry of the trail says about before and after, field by field. Ids and versions are left to the raw record. */
export function recordedFacts({ type, before, after }: Change): readonly RecordedFact[] {
  const traits = isBusinessEventType(type) ? traitsOf({ type }) : undefined;
  const table = traits && tableOf(traits.entity);
  if (isContent(before) || isContent(after)) {
    return factsOfContent(toldFields(table ?? {}), contentOf(before), contentOf(after));
  }
  const field = traits?.field;
  const listed = field === undefined || field === 'name' ? undefined : table?.[field];
  const [name, format] = listed
    ? toldOf(listed)
    : field === undefined || field === 'name'
      ? CHANGE
      : CHANGED[field as UnlistedField];
  const fact = factOf(name, textOf(before, format), textOf(after, format));
  return fact ? [fact] : [];
}

type ToldFields = readonly (readonly [key: string, told: FactFormat | null])[];
const OTHER_FIELDS: ToldFields = Object.entries<FactFormat | null>(FIELDS);

/** Its name, what stands in no table, and the rest of its table. */
function toldFields(table: Readonly<Record<string, Field<FieldType>>>): ToldFields {
  const listed = Object.entries(table).map(([key, field]) => [key, toldOf(field)] as const);
  const name = listed.filter(([key]) => key === 'name');
  return [...name, ...OTHER_FIELDS, ...listed.filter(([key]) => key !== 'name')];
}

const factsOfContent = (fields: ToldFields, before: Content, after: Content): readonly RecordedFact[] =>
  fields.flatMap(([key, told]) => {
    if (told === null) return [];
    const [name, format] = told;
    const fact = factOf(name, textOf(before[key], format), textOf(after[key], format));
    return fact ? [fact] : [];
  });

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
