import { expect } from 'vitest';
import type { OwnerAnswer, ModelRequest, OwnerAtApi, PurchaseRead, ReadName, ReadParameters } from './owner-at-api.ts';
import { READS, SALES_SPANS } from './plain-answers.ts';
import { isId, type PlainApi } from './plain-api.ts';
import type { PlainBusiness } from './plain-business.ts';
import type { Outcome } from './plain-outcomes.ts';
import {
  cmvAnswer,
  dayBefore,
  purchaseAnswer,
  purchaseAnswers,
  stockValueAnswers,
  supplierAnswer,
} from './plain-purchases.ts';
import { listedSales } from './plain-sales.ts';

/** Two owners beside each other, with their expected answers and the requests so far. */
export interface Model {
  readonly owners: readonly PlainApi[];
  /** The requests with a key, by owner. */
  readonly keyed: readonly ModelRequest[][];
  /** Every id that the API has given. */
  readonly ids: Set<string>;
}
/** The calls that add a line, which has no id of its own. */
const LINES: ReadonlySet<string> = new Set(['addDishIngredient', 'addPreparationIngredient']);

/** Refusals whose sentence begins with the owner's own text: '1 kg já são 1.000 g.' */
const BEGINS_WITH_A_NAME: ReadonlySet<string> = new Set(['conversion_needless', 'recipe_circle', 'unit_in_use']);

export type Real = readonly OwnerAtApi[];

/** Sends the request and compares every answer with the expected one. */
export async function send(
  model: Model,
  real: Real,
  { owner, asked, count }: { owner: number; asked: ModelRequest; count: number },
) {
  const [plain, api] = [model.owners[owner], real[owner]];
  if (!plain || !api) throw new Error('there is no such owner');
  const answers = await Promise.all(Array.from({ length: asked.key === undefined ? 1 : count }, () => api.ask(asked)));
  const [first] = answers;
  if (!first) throw new Error('nothing was sent');
  const newId = newIdOf(asked, first.body);
  const channels = plain.business.channels.length;
  const expected = plain.ask(asked, newId);
  if (asked.key !== undefined) model.keyed[owner]?.push(asked);
  if (expected.kind === 'as before') return answers.forEach((each) => expect(each).toEqual(expected.first));
  for (const answered of answers) compare(answered, expected);
  for (const { changeId } of answers) expect(changeId !== null).toBe(expected.kind === 'done' && expected.hasChanged);
  if (expected.kind === 'refused' || !expected.hasChanged) return undefined;
  for (const answered of answers) expect(answered).toEqual(first);
  plain.remember(asked, first);
  const makesChannel = asked.name.endsWith('Sales') && plain.business.channels.length > channels;
  if ((expected.status !== 201 && !makesChannel) || LINES.has(asked.name)) return undefined;
  expect([newId, isId(newId), model.ids.has(newId)]).toEqual([newId, true, false]);
  return model.ids.add(newId);
}

/** The id in an answer that the call may have created; for sales in the main channel, the id of that channel. */
function newIdOf({ params, body: { sets } }: ModelRequest, body: unknown): string {
  const isMain = (set: unknown): boolean => (set as { channel_id?: unknown } | null)?.channel_id === 'main';
  const made = Array.isArray(body)
    ? (body as unknown[])[(Array.isArray(sets?.sent) ? sets.sent : []).findIndex(isMain)]
    : body;
  const { id, channel_id } = (made ?? {}) as Record<'id' | 'channel_id', unknown>;
  return String(params['channelId'] === 'main' || Array.isArray(body) ? channel_id : id);
}

function compare({ status, body }: OwnerAnswer, expected: Outcome): void {
  if (expected.kind === 'done')
    return expect({ status, body }).toEqual({ status: expected.status, body: expected.body });
  const { code, current, fields, detail } = body as Record<'code' | 'current' | 'fields' | 'detail', unknown>;
  const wrong = Object.keys(fields ?? {}).toSorted();
  expect({ status, code, current, fields: wrong }).toEqual({
    status: expected.status,
    code: expected.code,
    current: expected.current,
    fields: (expected.fields ?? []).toSorted(),
  });
  return expect(detail).toMatch(BEGINS_WITH_A_NAME.has(expected.code) ? /^\S.+[.?]$/u : /^[“\p{Lu}].+[.?]$/u);
}

/** Compares every read of an owner with the plain business, after all requests so far. */
export async function readAll(model: Model, real: Real): Promise<void> {
  for (const owner of real.keys()) for (const view of READ_NAMES) await readOne(model, real, { owner, view });
}

const PURCHASE_READS = ['listPurchases', 'purchase', 'listSuppliers', 'listStockValues', 'monthCmv'] as const;
const isPurchaseRead = (name: ReadName): name is PurchaseRead => (PURCHASE_READS as readonly ReadName[]).includes(name);

export const READ_NAMES: readonly ReadName[] = [
  ...(Object.keys(READS) as (keyof typeof READS)[]),
  'listSales',
  ...PURCHASE_READS,
];

async function readPurchases(business: PlainBusiness, api: OwnerAtApi | undefined, view: PurchaseRead): Promise<void> {
  const read = (sent: ReadParameters = {}) => api?.read(view, sent);
  if (view === 'listPurchases') {
    const all = purchaseAnswers(business);
    expect([view, await read()]).toEqual([view, all]);
    const [first] = all;
    if (!first) return;
    expect(await read({ query: { before: first.id } })).toEqual(all.slice(1));
    const { date: from } = first;
    expect(await read({ query: { from } })).toEqual(all.filter(({ date }) => date >= from));
    const supplier_id = first.supplier?.id;
    if (supplier_id !== undefined)
      expect(await read({ query: { supplier_id } })).toEqual(all.filter((each) => each.supplier?.id === supplier_id));
    return;
  }
  if (view === 'purchase') {
    for (const each of business.purchases)
      expect([view, await read({ params: { id: each.id } })]).toEqual([
        view,
        { ...purchaseAnswer(business, each), moved: each.moved },
      ]);
    return;
  }
  if (view === 'listSuppliers') {
    const suppliers = await read();
    expect([view, suppliers]).toEqual([view, business.suppliers.map((each) => supplierAnswer(business, each))]);
    return;
  }
  if (view === 'listStockValues') {
    expect([view, await read()]).toEqual([view, stockValueAnswers(business)]);
    return;
  }
  for (const month of [dayBefore(0), dayBefore(31)].map((day) => day.slice(0, 7)))
    if (!business.sales.some((set) => set.month === month))
      expect([view, await read({ params: { month } })]).toEqual([view, cmvAnswer(business, month)]);
}

export async function readOne(
  model: Model,
  real: Real,
  { owner, view }: { owner: number; view: ReadName },
): Promise<void> {
  const plain = model.owners[owner];
  if (!plain) throw new Error('there is no such owner');
  if (view === 'listSales') {
    for (const span of SALES_SPANS)
      expect([span, await real[owner]?.read(view, { query: span })]).toEqual([span, listedSales(plain.business, span)]);
    return;
  }
  if (isPurchaseRead(view)) return readPurchases(plain.business, real[owner], view);
  const answer = await real[owner]?.read(view);
  const { position: _, ...rest } = view === 'dashboard' ? (answer as { position: unknown }) : { position: null };
  expect([view, view === 'dashboard' ? rest : answer]).toEqual([view, READS[view](plain.business)]);
}
