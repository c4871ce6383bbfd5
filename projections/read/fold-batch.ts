import { type Account, hasAccess } from '#domain/account/account.ts';
import type { BusinessEvent } from '#domain/business/events.ts';
import type { RecordedEvent } from '#domain/event.ts';
import { type BusinessWithFigures, emptyBusinessWithFigures } from '#read-model/business-with-figures.ts';
import { listChanges, type ListName, type RowChanges } from '#read-model/list-rows.ts';
import { businessAnswers, type OwnerAnswers } from '#read-model/owner-answers.ts';
import {
  type AccountStreamState,
  type BusinessStreamState,
  foldInto,
  type ProjectedRef,
  projectedRef,
  type FoldListener,
  type ProjectedState,
  ignoreFold,
} from './stream-state.ts';

/** The events of one stream within a batch, in order. */
export interface StreamEvents {
  readonly ref: ProjectedRef;
  readonly events: readonly [RecordedEvent, ...RecordedEvent[]];
}

/** Tells whether an event erases a business: earlier events no longer matter, and no event follows. */
export const isErasure = ({ type }: RecordedEvent): boolean => type === ERASURE;
const ERASURE: BusinessEvent['type'] = 'BusinessErased';

/**
 * Groups events by stream name, without streams that have no rows in the read model. Of an erased business only the
 * erasure remains, which can be folded onto any state.
 */
export function groupByStream(events: readonly RecordedEvent[]): ReadonlyMap<string, StreamEvents> {
  const groups = new Map<string, { ref: ProjectedRef; events: [RecordedEvent, ...RecordedEvent[]] }>();
  for (const event of events) {
    const group = groups.get(event.stream);
    if (group) {
      if (isErasure(event)) group.events = [event];
      else group.events.push(event);
      continue;
    }
    const ref = projectedRef(event.stream);
    if (ref) groups.set(event.stream, { ref, events: [event] });
  }
  return groups;
}

/**
 * A stream whose event at `position` cannot be folded: its rows stay as they were before, and the other streams go on.
 */
export interface ParkedStream {
  readonly kind: ProjectedRef['kind'];
  readonly id: string;
  readonly position: string;
  readonly error: string;
}

/** The changes of a batch. */
export interface FoldedBatch {
  readonly businesses: readonly ({ readonly id: string } & BusinessChanges)[];
  readonly accounts: readonly AccountRow[];
  readonly parked: readonly ParkedStream[];
  /** States after the batch, by stream name, without the parked streams. */
  readonly states: ReadonlyMap<string, ProjectedState>;
}

/**
 * Folds a batch, each touched stream once. `statesBefore` has every stream as it was right before its first event in
 * the batch.
 */
export function foldBatch(
  streams: ReadonlyMap<string, StreamEvents>,
  statesBefore: ReadonlyMap<string, ProjectedState>,
  onFold: FoldListener = ignoreFold,
): FoldedBatch {
  const businesses: FoldedBatch['businesses'][number][] = [];
  const accounts: AccountRow[] = [];
  const parked: ParkedStream[] = [];
  const states = new Map<string, ProjectedState>();
  for (const [stream, before] of statesBefore) {
    const outcome = foldOrPark(before, streams.get(stream)?.events ?? [], onFold);
    const { after } = outcome;
    if (outcome.parked) parked.push(outcome.parked);
    else states.set(stream, after);
    if (before.kind === 'business' && after.kind === 'business') businesses.push(businessChanges(before, after));
    if (before.kind === 'account' && after.kind === 'account') accounts.push(...accountChanges(before, after));
  }
  return { businesses, accounts, parked, states };
}

const businessChanges = (before: BusinessStreamState, after: BusinessStreamState) => ({
  id: after.id,
  ...changedRows(before.businessWithFigures, after.businessWithFigures),
});

/** The row of a business; its answers are whole JSON texts. */
export interface BusinessRow extends Pick<OwnerAnswers, 'businessSettings' | 'breakEvenFinancial' | 'dashboard'> {
  readonly ownerId: string;
  /** The position of the last event of this business. */
  readonly position: string | null;
}

/** The row changes that lead from one state of a business to another. */
export interface BusinessChanges {
  /** The new row of the business; null if it is unchanged, before the business is opened and after it is erased. */
  readonly business: BusinessRow | null;
  /** True if all rows of the business are deleted, including rows that are not in memory. */
  readonly isErased: boolean;
  readonly lists: Readonly<Record<ListName, RowChanges>>;
}

/**
 * Computes the row changes. The cost is low when little has changed and `after` reuses the figures of `before`. Every
 * row is a pure function of the business, so that rows do not depend on how its events were batched.
 */
export const changedRows = (before: BusinessWithFigures, after: BusinessWithFigures): BusinessChanges => ({
  business: before === after ? null : businessRow(after),
  isErased: after.business.erased,
  lists: after.business.erased ? noListChanges : listChanges(before, after),
});

const noListChanges = listChanges(emptyBusinessWithFigures, emptyBusinessWithFigures);

function businessRow(businessWithFigures: BusinessWithFigures): BusinessRow | null {
  const { business, position, isOpen } = businessWithFigures;
  if (business.ownerId === null || !isOpen) return null;
  return { ownerId: business.ownerId, ...businessAnswers(businessWithFigures), position };
}

/** Most account events (sign-ins) leave the row unchanged. */
function accountChanges(before: AccountStreamState, after: AccountStreamState): readonly AccountRow[] {
  const row = accountRow(after.id, after.account);
  const isNew = before.revision < 0n && after.revision >= 0n;
  return isNew || !isSameAccountRow(row, accountRow(before.id, before.account)) ? [row] : [];
}

/** Folds all events at once, or one by one if that fails. */
export function foldOrPark(
  before: ProjectedState,
  events: readonly RecordedEvent[],
  onFold: FoldListener = ignoreFold,
): { after: ProjectedState; parked?: ParkedStream } {
  try {
    return { after: foldInto(before, events, onFold) };
  } catch {
    // The loop below finds the event that fails.
  }
  let after = before;
  for (const event of events) {
    try {
      after = foldInto(after, [event], onFold);
    } catch (error) {
      const { kind, id } = before;
      return { after, parked: { kind, id, position: event.position, error: String(error) } };
    }
  }
  return { after };
}

export interface AccountRow {
  readonly userId: string;
  readonly accessGranted: boolean;
  /** The oldest payment that still gives access; null for access by a grant and for no access. */
  readonly paymentId: string | null;
  /** The business that the dashboard shows while the account still owns it; null for the first one. */
  readonly chosenBusinessId: string | null;
}

export function accountRow(userId: string, account: Account): AccountRow {
  const payment = [...account.sources.values()].find((source) => source.kind === 'payment');
  return {
    userId,
    accessGranted: hasAccess(account),
    paymentId: payment?.id ?? null,
    chosenBusinessId: account.chosenBusinessId,
  };
}

const isSameAccountRow = (a: AccountRow, b: AccountRow): boolean =>
  a.accessGranted === b.accessGranted && a.paymentId === b.paymentId && a.chosenBusinessId === b.chosenBusinessId;
