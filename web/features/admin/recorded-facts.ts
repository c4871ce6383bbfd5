import { type UnlistedField, tableOf } from '#domain/business/entity-fields.ts';
import type { AmountRule } from '#domain/amounts.ts';
import type { DataField } from '#domain/any-event.ts';
import { isBusinessEventType, traitsOf } from '#domain/business/event-traits.ts';
import { type EntityField, type FieldType, wordOf } from '#domain/business/field.ts';
import { SCALE } from '#domain/decimal.ts';
import { formatCount, formatMoney, formatPercentage, formatQuantity, formatUnitPrice } from '#domain/format.ts';

/** A recorded field with its label and its values as text. */
export interface RecordedFact {
  readonly name: string;
  readonly before?: string;
  readonly after?: string;
}

interface RecordedChange {
  /** The type of the event. */
  readonly type: string;
  readonly before: unknown;
  readonly after: unknown;
}

type Format = (value: number) => string;
type Content = Readonly<Record<string, unknown>>;

const cents: Format = (value) => formatMoney((value * SCALE) / 100);

type FactFormat = readonly [name: string, format: Format];

const FORMATS: Readonly<Record<AmountRule['kind'], Format>> = {
  money: formatMoney,
  percentage: formatPercentage,
  quantity: formatQuantity,
};

const formatOf = (field: EntityField<FieldType>): FactFormat => [
  wordOf(field),
  field.spec.is === 'amount' ? FORMATS[field.spec.rule.kind] : formatCount,
];

type IdField = 'id' | `${string}Id` | `${string}Ids`;

/**
 * Every field of an event that stands in no table of fields, with its label and format, in the order of display. The
 * raw record alone shows ids, lists, versions, and what the sentence says better: those are null.
 */
const FIELDS = {
  preparationName: ['Preparo', formatCount],
  dishName: ['Prato', formatCount],
  ingredientName: ['Insumo', formatCount],
  unit: ['Unidade', formatCount],
  value: ['Valor', formatMoney],
  unitPrice: ['Preço', formatUnitPrice],
  quantity: ['Quantidade', formatQuantity],
  ownUnit: ['Unidade na ficha', formatCount],
  yieldQuantity: ['Rendimento', formatQuantity],
  yieldUnit: ['Unidade do rendimento', formatCount],
  channelName: ['Canal', formatCount],
  fromName: ['Antes', formatCount],
  byName: ['No lugar', formatCount],
  month: ['Mês', formatCount],
  orders: ['Pedidos', formatCount],
  ticket: ['Ticket médio', formatMoney],
  cents: ['Valor pago', cents],
  price: ['Preço cobrado', cents],
  provider: ['Provedor', formatCount],
  reason: ['Motivo', formatCount],
  call: ['Chamada', formatCount],
  count: ['Vezes', formatCount],
  checked: ['Verificados', formatCount],
  granted: ['Liberados agora', formatCount],
  failed: ['Sem resposta', formatCount],
  sessions: ['Sessões', formatCount],
  yield: ['Rendimento', formatQuantity],
  productionLoss: ['Perda na produção', formatPercentage],
  mixMonths: ['Meses de vendas', formatCount],
  profitGoal: ['Quanto quer tirar', formatMoney],
  prices: ['Preço no canal', formatMoney],
  owner: null,
  priceRule: null,
  revenue: null,
  isMain: null,
  names: null,
  recipes: null,
  removed: null,
  restored: null,
  version: null,
  sequence: null,
  place: null,
  channels: null,
  rows: null,
  lines: null,
  date: ['Data', formatCount],
  number: ['Número', formatCount],
  supplierName: ['Fornecedor', formatCount],
  freight: ['Frete', formatMoney],
  discount: ['Desconto', formatMoney],
  supplier: null,
  confirmed: null,
  made: null,
  typed: null,
  layouts: null,
  purchase: null,
  pack: null,
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
} as const satisfies Readonly<Record<Exclude<DataField, IdField> | UnlistedField, FactFormat | null>>;

const CHANGE: FactFormat = ['Mudança', formatCount];

/** The values of an audit log entry before and after, field by field. */
export function recordedFacts({ type, before, after }: RecordedChange): readonly RecordedFact[] {
  const traits = isBusinessEventType(type) ? traitsOf({ type }) : undefined;
  const table = (traits && tableOf(traits.entity)) ?? {};
  if (isContent(before) || isContent(after)) {
    const [old, current] = [contentOf(before), contentOf(after)];
    return factFormats(table).flatMap(([key, format]) => factsOf(format, old[key], current[key]));
  }
  // The change of one field has bare values: the type of the event says which field it is.
  const field = traits?.field;
  if (field === undefined || field === 'name') return factsOf(CHANGE, before, after);
  const tableField = table[field];
  return factsOf(tableField ? formatOf(tableField) : (FIELDS[field as UnlistedField] ?? CHANGE), before, after);
}

type KeyFormat = readonly [key: string, format: FactFormat | null];
const OTHER_FIELDS: readonly KeyFormat[] = Object.entries<FactFormat | null>(FIELDS);

/** The name of the entity, then the fields that stand in no table, then the rest of its table. */
function factFormats(table: Readonly<Record<string, EntityField<FieldType>>>): readonly KeyFormat[] {
  const tableFormats = Object.entries(table).map(([key, field]) => [key, formatOf(field)] as const);
  const name = tableFormats.filter(([key]) => key === 'name');
  return [...name, ...OTHER_FIELDS, ...tableFormats.filter(([key]) => key !== 'name')];
}

function factsOf(factFormat: FactFormat | null, old: unknown, now: unknown): readonly RecordedFact[] {
  if (factFormat === null) return [];
  const [name, format] = factFormat;
  const [before, after] = [textOf(old, format), textOf(now, format)];
  if (before === undefined && after === undefined) return [];
  return [{ name, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }];
}

const isContent = (value: unknown): value is Content => typeof value === 'object' && value !== null;
const contentOf = (value: unknown): Content => (isContent(value) ? value : {});

function textOf(value: unknown, format: Format): string | undefined {
  if (typeof value === 'number') return format(value);
  return typeof value === 'string' && value !== '' && !ID.test(value) ? value : undefined;
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-/;
