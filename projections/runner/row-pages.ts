import type { EventLog, Position } from '#eventstore/port.ts';
import { type AccountRow, accountRow } from '../read/account-rows.ts';
import { changedRows } from '../read/business-rows.ts';
import { emptyFigured, withFigures } from '../read/figured-business.ts';
import type { FoldedBatch, Parked } from '../read/fold-batch.ts';
import { LIST_NAMES } from '../read/list-rows.ts';
import { foldStreams } from './fold-streams.ts';
import { tableChanges, type TableChange } from './tables.ts';

/** All rows of some businesses and accounts, made from their streams. */
export interface RowPage {
  readonly businessIds: readonly string[];
  readonly userIds: readonly string[];
  readonly parked: readonly Parked[];
  /** Upserts into empty tables, one for each table; those of one business or account stand side by side. */
  readonly changes: readonly TableChange[];
}

/** A page is full with so many streams or so many characters, whichever comes first. */
const MAX_STREAMS = 100;
const MAX_CHARACTERS = 1_000_000;

type BusinessChange = FoldedBatch['businesses'][number];

/**
 * The rows of a whole read model as of `until`, page by page, no stream in two of them. Of a stream only its rows are kept
 * until its page is full, and not its state.
 * @throws LogUnavailable
 */
export async function* rowPages(
  log: EventLog,
  options: { readonly until: Position | null; readonly parked?: readonly Parked[] },
): AsyncGenerator<RowPage> {
  let businesses: BusinessChange[] = [];
  let accounts: AccountRow[] = [];
  let parked: Parked[] = [];
  let characters = 0;

  function page(): RowPage {
    const changes = tableChanges({ businesses, accounts, parked, states: new Map() });
    const full = {
      businessIds: businesses.map(({ id }) => id),
      userIds: accounts.map(({ userId }) => userId),
      parked,
      changes: changes.filter(({ action }) => action === 'upsert'),
    };
    [businesses, accounts, parked, characters] = [[], [], [], 0];
    return full;
  }

  for await (const stream of foldStreams(log, options)) {
    const { ref, business, account, position } = stream;
    if (stream.parked) parked.push(stream.parked);
    if (position === null) continue;
    if (account) accounts.push(accountRow(ref.id, account));
    if (business) {
      const change = { id: ref.id, ...changedRows(emptyFigured, withFigures(business, position)) };
      businesses.push(change);
      characters += charactersIn(change);
    }
    if (businesses.length + accounts.length >= MAX_STREAMS || characters >= MAX_CHARACTERS) yield page();
  }
  if (businesses.length + accounts.length + parked.length > 0) yield page();
}

const charactersIn = ({ lists }: BusinessChange): number =>
  LIST_NAMES.reduce((sum, name) => lists[name].upserts.reduce((all, { body }) => all + body.length, sum), 0);
