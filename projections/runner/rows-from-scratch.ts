import { accountRow } from '../read/account-rows.ts';
import { changedRows } from '../read/business-rows.ts';
import { emptyFigured, withFigures } from '../read/figured-business.ts';
import type { FoldedLog } from './fold-log.ts';
import { tableChanges, type TableChange } from './tables.ts';

/** All rows of these businesses and accounts, as upserts into empty tables. Ids that the log does not know have none. */
export function rowsFromScratch(
  folded: FoldedLog,
  { businessIds, userIds }: { readonly businessIds: Iterable<string>; readonly userIds: Iterable<string> },
): readonly TableChange[] {
  const businesses = Array.from(businessIds).flatMap((id) => {
    const found = folded.businesses.get(id);
    return found ? [{ id, ...changedRows(emptyFigured, withFigures(found.business, found.position)) }] : [];
  });
  const accounts = Array.from(userIds).flatMap((id) => {
    const account = folded.accounts.get(id);
    return account ? [accountRow(id, account)] : [];
  });
  const changes = tableChanges({ businesses, accounts, parked: [], held: new Map() });
  return changes.filter(({ action }) => action === 'upsert');
}
