import { LIST_NAMES } from '#read-model/list-rows.ts';
import { SERVING_SCHEMA } from '#read-model/tables.ts';
import type { Pool } from 'pg';

/** One business of an account, described by its contents. */
export interface OwnBusiness {
  readonly id: string;
  /** Tells whether the dashboard shows it. */
  readonly isOpen: boolean;
  readonly fixedCosts: number;
  readonly ingredients: number;
  readonly dishes: number;
}

export interface OwnBusinesses {
  /** Businesses in the order of their ids; empty before the first change opens one. */
  businesses(userId: string): Promise<readonly OwnBusiness[]>;
  /** Tells whether any business of the account has contents. */
  hasData(userId: string): Promise<boolean>;
}

/**
 * The order in which the shown business comes first: the chosen one, while the account owns it, else the one with the
 * lowest id.
 */
export const SHOWN_BUSINESS_FIRST = '(business_id is not distinct from a.chosen_business_id) desc, business_id';

const countIn = (list: string): string =>
  `(select count(*)::int from ${SERVING_SCHEMA}.${list} each where each.business_id = b.business_id)`;

const BUSINESSES = {
  name: 'own_businesses',
  text: `select b.business_id as id, b.business_id = first_value(b.business_id) over shown as "isOpen",
                ${countIn('fixed_cost')} as "fixedCosts", ${countIn('ingredient')} as ingredients, ${countIn('dish')} as dishes
           from ${SERVING_SCHEMA}.business b
           left join ${SERVING_SCHEMA}.account a on a.user_id = b.owner_id
          where b.owner_id = $1
         window shown as (order by ${SHOWN_BUSINESS_FIRST})
          order by b.business_id`,
};

const HAS_DATA = {
  name: 'has_data',
  text: `select exists (
           select from ${SERVING_SCHEMA}.business b where b.owner_id = $1 and (${LIST_NAMES.map(
             (list) => `exists (select from ${SERVING_SCHEMA}.${list} each where each.business_id = b.business_id)`,
           ).join(' or ')})) as "hasData"`,
};

export const ownBusinessesQueries = (pool: Pool): OwnBusinesses => ({
  async businesses(userId) {
    const { rows } = await pool.query<OwnBusiness>({ ...BUSINESSES, values: [userId] });
    return rows;
  },
  async hasData(userId) {
    const { rows } = await pool.query<{ hasData: boolean }>({ ...HAS_DATA, values: [userId] });
    return rows[0]?.hasData ?? false;
  },
});
