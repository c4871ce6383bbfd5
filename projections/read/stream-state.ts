import { type Account, emptyAccount, evolveAccount } from '#domain/account/account.ts';
import type { BusinessEvent } from '#domain/business/events.ts';
import { fold } from '#domain/business/evolve.ts';
import type { RecordedEvent } from '#domain/event.ts';
import { type StreamRef, streamRef } from '#domain/streams.ts';
import { accountEvent, businessEvent } from '#eventstore/codec.ts';
import {
  emptyBusinessWithFigures,
  type BusinessWithFigures,
  computeFigures,
} from '#read-model/business-with-figures.ts';

/** A stream folded up to one of its events: the state that a projector caches between batches. */
export type ProjectedState = BusinessStreamState | AccountStreamState;

export interface BusinessStreamState {
  readonly kind: 'business';
  readonly id: string;
  /** The revision of the last event folded, −1 for none. */
  readonly revision: bigint;
  readonly businessWithFigures: BusinessWithFigures;
}

export interface AccountStreamState {
  readonly kind: 'account';
  readonly id: string;
  /** The revision of the last event folded, −1 for none. */
  readonly revision: bigint;
  readonly account: Account;
}

/** A stream that has rows in the read model. */
export interface ProjectedRef extends StreamRef {
  readonly kind: ProjectedState['kind'];
}

/** The reference of a stream with rows in the read model; undefined for every other stream. */
export function projectedRef(stream: string): ProjectedRef | undefined {
  const ref = streamRef(stream);
  if (ref?.kind !== 'business' && ref?.kind !== 'account') return undefined;
  return { kind: ref.kind, id: ref.id };
}

/** The state of a stream before its first event. */
export function emptyState({ kind, id }: ProjectedRef): ProjectedState {
  if (kind === 'account') return { kind, id, revision: -1n, account: emptyAccount };
  return { kind, id, revision: -1n, businessWithFigures: emptyBusinessWithFigures };
}

/**
 * Receives each event right before it is folded, and the last one once more before figures are computed, so that
 * another thread can tell which event takes too long.
 */
export type FoldListener = (event: RecordedEvent) => void;
export const ignoreFold: FoldListener = () => undefined;

/**
 * Folds more events onto a state, those right after `state.revision`; erased events are skipped. Figures are computed
 * once, at the end.
 * @throws UnreadableEvent, or any error that a fold throws on invalid content
 */
export function foldInto(
  state: ProjectedState,
  events: readonly RecordedEvent[],
  onFold: FoldListener = ignoreFold,
): ProjectedState {
  const last = events.at(-1);
  if (!last) return state;
  const { revision, position } = last;
  if (state.kind === 'account') {
    const account = events.flatMap((event) => accountEvent(event) ?? []).reduce(evolveAccount, state.account);
    return { ...state, revision, account };
  }
  const business = fold(businessEvents(events, onFold), state.businessWithFigures.business);
  onFold(last);
  return { ...state, revision, businessWithFigures: computeFigures(business, position, state.businessWithFigures) };
}

function* businessEvents(events: readonly RecordedEvent[], onFold: FoldListener): Iterable<BusinessEvent> {
  for (const recorded of events) {
    const event = businessEvent(recorded);
    if (!event) continue;
    onFold(recorded);
    yield event;
  }
}
