import { type Account, emptyAccount, evolveAccount } from '#domain/account/account.ts';
import { fold } from '#domain/business/evolve.ts';
import type { RecordedEvent } from '#domain/event.ts';
import { type StreamRef, streamRef } from '#domain/streams.ts';
import { accountEvent, businessEvent } from '#eventstore/codec.ts';
import { emptyFigured, type FiguredBusiness, withFigures } from './figured-business.ts';

/** A stream folded up to one of its events: what a projector keeps in memory between batches. */
export type StreamState = BusinessStreamState | AccountStreamState;

export interface BusinessStreamState {
  readonly kind: 'business';
  readonly id: string;
  /** Of the last event folded, -1 for none. */
  readonly revision: bigint;
  readonly figured: FiguredBusiness;
}

export interface AccountStreamState {
  readonly kind: 'account';
  readonly id: string;
  /** Of the last event folded, -1 for none. */
  readonly revision: bigint;
  readonly account: Account;
}

/** A stream that has rows in the read model. */
export interface ProjectedRef extends StreamRef {
  readonly kind: StreamState['kind'];
}

/** Undefined for every other stream. */
export function projectedRef(stream: string): ProjectedRef | undefined {
  const ref = streamRef(stream);
  if (ref?.kind !== 'business' && ref?.kind !== 'account') return undefined;
  return { kind: ref.kind, id: ref.id };
}

/** A stream before its first event. */
export function emptyState({ kind, id }: ProjectedRef): StreamState {
  if (kind === 'account') return { kind, id, revision: -1n, account: emptyAccount };
  return { kind, id, revision: -1n, figured: emptyFigured };
}

/**
 * The same stream after more of its events, those right after `state.revision`; erased ones are skipped. Figures are
 * computed once, at the end.
 * @throws UnreadableEvent, or whatever a fold throws on content that it cannot take
 */
export function foldInto(state: StreamState, events: readonly RecordedEvent[]): StreamState {
  const last = events.at(-1);
  if (!last) return state;
  const { revision, position } = last;
  if (state.kind === 'account') {
    const account = events.flatMap((event) => accountEvent(event) ?? []).reduce(evolveAccount, state.account);
    return { ...state, revision, account };
  }
  const business = fold(
    events.flatMap((event) => businessEvent(event) ?? []),
    state.figured.business,
  );
  return { ...state, revision, figured: withFigures(business, position, state.figured) };
}
