import type { DataField } from '#domain/any-event.ts';
import { isBusinessEventType, traitsOf } from '#domain/business/event-traits.ts';
import type { UnlistedField } from '#domain/business/events.ts';
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

type Told = readonly [name: string, format: Format];

/** As a table of fields says it. */
const toldOf = (field: Field<FieldType>): Told => [wordOf(field), field.spec.is === 'amount' ? money : count];

/**
 * Every other field of an event by its name in it, in the order in which they are told; null for what is left to the raw
 * record: ids, versions, and what the sentence says better.
 */
const FIELDS = {
  name: ['Nome', count],
  preparationName: ['Preparo', count],
  dishName: ['Prato', count],
  ingredientName: ['Insumo', count],
  unit: ['Unidade', count],
  value: ['Valor', money],
  percentage: ['Percentual', percentage],
  unitPrice: ['Preço', unitPrice],
  salePrice: ['Preço de venda', money],
  quantity: ['Quantidade', quantity],
  ownUnit: ['Unidade na ficha', count],
  yieldQuantity: ['Rendimento', quantity],
  yieldUnit: ['Unidade do rendimento', count],
  yieldPercentage: ['Rendimento', percentage],
  portions: ['Porções', count],
  loss: ['Perda na produção', percentage],
  category: ['Categoria', count],
  method: ['Modo de preparo', count],
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
} as const satisfies Readonly<Record<DataField, Told | null>>;

const CHANGE: Told = ['Mudança', count];

/** A change of one field has its bare values: which field it is, is in the type of the event. */
const CHANGED: Readonly<Record<UnlistedField, Told>> = {
  owner: CHANGE,
  name: CHANGE,
  unit: CHANGE,
  revenue: CHANGE,
  percentage: FIELDS.percentage,
  ticket: FIELDS.ticket,
  unitPrice: FIELDS.unitPrice,
  salePrice: FIELDS.salePrice,
  quantity: FIELDS.quantity,
  ownUnit: FIELDS.ownUnit,
  purchase: ['Compra', count],
  yieldPercentage: FIELDS.yieldPercentage,
  conversions: ['Conversões', count],
  free: CHANGE,
  yield: ['Rendimento', quantity],
  yieldQuantity: FIELDS.yieldQuantity,
  yieldUnit: FIELDS.yieldUnit,
  portions: FIELDS.portions,
  loss: FIELDS.loss,
  category: FIELDS.category,
  method: FIELDS.method,
  productionLoss: FIELDS.loss,
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
    const fields = table ? Object.entries(table).map(([key, field]) => [key, toldOf(field)] as const) : OTHER_FIELDS;
    return factsOfContent(fields, contentOf(before), contentOf(after));
  }
  const field = traits?.field;
  const listed = field === undefined || field === 'name' ? undefined : table?.[field];
  const [name, format] = listed ? toldOf(listed) : field === undefined ? CHANGE : CHANGED[field as UnlistedField];
  const fact = factOf(name, textOf(before, format), textOf(after, format));
  return fact ? [fact] : [];
}

type ToldFields = readonly (readonly [key: string, told: Told | null])[];
const OTHER_FIELDS: ToldFields = Object.entries<Told | null>(FIELDS);

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
