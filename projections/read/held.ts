import { type Account, emptyAccount, evolveAccount } from '#domain/account/account.ts';
import { fold } from '#domain/business/evolve.ts';
import type { RecordedEvent } from '#domain/event.ts';
import { type StreamRef, streamRef } from '#domain/streams.ts';
import { accountEvent, businessEvent } from '#eventstore/codec.ts';
import { emptyFigured, type FiguredBusiness, withFigures } from './figured-business.ts';

/** What a projector keeps of a stream between batches: its state, and up to which event that goes. */
export type Held = HeldBusiness | HeldAccount;

export interface HeldBusiness {
  readonly kind: 'business';
  readonly id: string;
  /** Of the last event folded, -1 for none. */
  readonly revision: bigint;
  readonly figured: FiguredBusiness;
}

export interface HeldAccount {
  readonly kind: 'account';
  readonly id: string;
  /** Of the last event folded, -1 for none. */
  readonly revision: bigint;
  readonly account: Account;
}

/** A stream that has rows in the read model. */
export interface ProjectedRef extends StreamRef {
  readonly kind: Held['kind'];
}

/** Undefined for every other stream. */
export function projectedRef(stream: string): ProjectedRef | undefined {
  const ref = streamRef(stream);
  if (ref?.kind !== 'business' && ref?.kind !== 'account') return undefined;
  return { kind: ref.kind, id: ref.id };
}

/** A stream before its first event. */
export function unseen({ kind, id }: ProjectedRef): Held {
  if (kind === 'account') return { kind, id, revision: -1n, account: emptyAccount };
  return { kind, id, revision: -1n, figured: emptyFigured };
}

/**
 * The same after more events of the stream, those right after `held.revision`; erased ones are skipped. Figures are
 * computed once, at the end.
 * @throws UnreadableEvent, or whatever a fold throws on content that it cannot take
 */
export function foldInto(held: Held, events: readonly RecordedEvent[]): Held {
  const last = events.at(-1);
  if (!last) return held;
  const { revision, position } = last;
  if (held.kind === 'account') {
    const account = events.flatMap((event) => accountEvent(event) ?? []).reduce(evolveAccount, held.account);
    return { ...held, revision, account };
  }
  const business = fold(
    events.flatMap((event) => businessEvent(event) ?? []),
    held.figured.business,
  );
  return { ...held, revision, figured: withFigures(business, position, held.figured) };
}
