import type { ViewName } from '#contract/routes/views.ts';
import { emptyBusiness } from '#domain/business/state.ts';
import type { ListName } from '#read-model/list-rows.ts';
import { ownerAnswers } from '#read-model/owner-answers.ts';
import { LIST_KEYS, positionSql, SERVING_SCHEMA } from '#read-model/tables.ts';
import { batchLookups } from '#runtime/batch-lookups.ts';
import type { Pool } from 'pg';
import { inOrderOfKeys, FROM_SIGNED_IN_SESSIONS } from './visitor.ts';

export type OwnerViewResult =
  | { readonly kind: 'no_session' }
  | { readonly kind: 'no_access'; readonly userId: string }
  | {
      readonly kind: 'found';
      readonly userId: string;
      /** JSON text of the answer. */
      readonly body: string;
      /** The position of the read model; null while it is empty. */
      readonly position: string | null;
      /** Tells whether the business has an event that could not be projected, so that the answer is older than that. */
      readonly isParked: boolean;
    };

const listOf = (name: ListName): string =>
  `(select '[' || coalesce(string_agg(each.body, ',' order by each.sequence, each.${LIST_KEYS[name].column}), '') || ']'
      from ${SERVING_SCHEMA}.${name} each where each.business_id = b.business_id)`;

const BODIES: Readonly<Record<ViewName, string>> = {
  listFixedCosts: listOf('fixed_cost'),
  listVariableCosts: listOf('variable_cost'),
  listMonthRevenues: listOf('month_revenue'),
  listIngredients: listOf('ingredient'),
  listPreparations: listOf('preparation'),
  listDishes: listOf('dish'),
  listChannels: listOf('channel'),
  businessSettings: 'b.settings',
  breakEvenFinancial: 'b.break_even',
  dashboard: 'b.dashboard',
};

interface ViewRow {
  readonly userId: string;
  readonly hasAccess: boolean;
  readonly body: string | null;
  readonly position: string | null;
  readonly isParked: boolean;
}

const queryFor = (view: ViewName) => ({
  name: `owner_view_${view}`,
  text: `select requested.ordinal, s.user_id as "userId", coalesce(a.access_granted, false) as "hasAccess",
                case when a.access_granted then ${BODIES[view]} end as body,
                ${positionSql()} as position,
                exists (select from ${SERVING_SCHEMA}.parked where kind = 'business' and id = b.business_id) as "isParked"
         ${FROM_SIGNED_IN_SESSIONS}`,
});

/** The answers for an account before its first change opens a business. */
const beforeOpening = ownerAnswers(emptyBusiness, null);

/** One of an owner's views: session, right, business and the prepared answer in one consistent query. */
export function ownerViewQuery(
  pool: Pool,
  clock: () => Date,
): (tokenHash: Buffer, view: ViewName) => Promise<OwnerViewResult> {
  const load = (view: ViewName) => {
    const query = queryFor(view);
    return batchLookups(async (hashes: readonly Buffer[]): Promise<OwnerViewResult[]> => {
      const { rows } = await pool.query<ViewRow & { readonly ordinal: string }>({
        ...query,
        values: [hashes, clock()],
      });
      return inOrderOfKeys(rows, hashes.length).map((row) => resultOf(row, view));
    });
  };
  const lookups: Partial<Record<ViewName, ReturnType<typeof load>>> = {};
  return (tokenHash, view) => (lookups[view] ??= load(view))(tokenHash);
}

function resultOf(row: ViewRow | null, view: ViewName): OwnerViewResult {
  if (!row) return { kind: 'no_session' };
  const { userId, body, position, isParked } = row;
  if (!row.hasAccess) return { kind: 'no_access', userId };
  return { kind: 'found', userId, body: body ?? beforeOpening[view], position, isParked };
}
