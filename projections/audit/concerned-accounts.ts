import { type DataField, effectOf } from '#domain/any-event.ts';
import { streamRef } from '#domain/streams.ts';
import type { HashedEvent } from '#eventstore/auditable-log.ts';

/** Fields of an event's content that name an account. */
const PERSON_FIELDS = ['ownerId', 'userId', 'guestId'] as const satisfies readonly DataField[];

/**
 * Lists the accounts that an event concerns: its actor, the account whose stream holds the event, and the accounts
 * named in its content. The audit log of one person consists of these events.
 */
export function accountsConcerned({
  stream,
  type,
  meta,
  data,
}: Pick<HashedEvent, 'stream' | 'type' | 'meta' | 'data'>): readonly string[] {
  const ref = streamRef(stream);
  const { actor } = JSON.parse(meta) as { readonly actor: { readonly kind: string; readonly id: string } };
  const content = data === null ? {} : (JSON.parse(data) as Readonly<Record<string, unknown>>);
  const movedIds = effectOf(type) === 'moved' ? [content['from'], content['to']].map(accountIdIn) : [];
  const namedIds = PERSON_FIELDS.map((field) => content[field]);
  const ownerId = ref?.kind === 'account' || ref?.kind === 'admin' ? ref.id : undefined;
  const actors = actor.kind === 'system' ? [] : [actor.id];
  return [
    ...new Set([...actors, ownerId, ...movedIds, ...namedIds].filter((id) => typeof id === 'string' && isId(id))),
  ] as string[];
}

/** An account id is stored bare or as `{ kind, userId }`. */
function accountIdIn(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'userId' in value ? value.userId : value;
}

const isId = (text: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
