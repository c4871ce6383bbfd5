import { SERVING_SCHEMA } from '#read-model/tables.ts';
import { SHOWN_BUSINESS_FIRST } from './own-businesses.ts';

/**
 * `from` clause of every query about signed-in people: one row for each session hash in $1 whose session is active at
 * $2, with the account `a` and its shown business `b` from the read model (nulls where it has none).
 * `requested.ordinal` is the hash's index in $1, from 1.
 */
export const FROM_SIGNED_IN_SESSIONS = `
  from unnest($1::bytea[]) with ordinality as requested(hash, ordinal)
  join identity.session s on s.token_hash = requested.hash and s.revoked_at is null and s.expires_at > $2
  left join ${SERVING_SCHEMA}.account a on a.user_id = s.user_id
  left join lateral (
    select * from ${SERVING_SCHEMA}.business where owner_id = s.user_id order by ${SHOWN_BUSINESS_FIRST} limit 1
  ) b on true`;

/** Values in the order of the keys, without their index; null where no row was returned. */
export function inOrderOfKeys<Value extends object>(
  rows: readonly (Value & { readonly ordinal: string })[],
  count: number,
): (Value | null)[] {
  const values = Array.from({ length: count }, (): Value | null => null);
  for (const { ordinal, ...value } of rows) values[Number(ordinal) - 1] = value as Value & object;
  return values;
}
