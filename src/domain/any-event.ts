import { ACCOUNT_EFFECTS, type AccountEvent } from './account/account.ts';
import { ADMIN_EFFECTS, type AdminEvent } from './admin/admin.ts';
import { EVENT_TRAITS } from './business/event-traits.ts';
import type { BusinessEvent, EntityEvents } from './business/events.ts';
import type { TableFields } from './business/entity-fields.ts';
import type { Effect } from './event.ts';
import { GRANT_EFFECTS, type GrantEvent } from './grant/grant.ts';
import { IMPORT_MEMORY_EFFECTS, type ImportMemoryEvent } from './import-memory/import-memory.ts';
import { PAYMENT_EFFECTS, type PaymentEvent } from './payment/payment.ts';
import { STREAM_KINDS, type StreamKind } from './streams.ts';

/** The events in each kind of stream. */
interface StreamEvents extends Record<StreamKind, { readonly type: string; readonly data: object }> {
  business: BusinessEvent;
  account: AccountEvent;
  payment: PaymentEvent;
  'access-grant': GrantEvent;
  admin: AdminEvent;
  'import-memory': ImportMemoryEvent;
}

/** Every type of event. */
export type AnyEvent = StreamEvents[StreamKind];

export type EventType = AnyEvent['type'];

/** The fields of event data, except those in a table of fields. */
export type DataField =
  | FieldIn<Exclude<AnyEvent, EntityEvents[keyof TableFields]>['data']>
  | { [Kind in keyof TableFields]: Exclude<FieldIn<EntityEvents[Kind]['data']>, TableFields[Kind]> }[keyof TableFields];
type FieldIn<Data> = Data extends unknown ? KnownKey<Data> : never;
/** `{}` is written as a record without entries, whose keys would be all strings. */
type KnownKey<Data> = string extends keyof Data ? never : Extract<keyof Data, string>;

/** The effect alone, or together with other traits of the events of a stream. */
type Effects<Type extends string> = Readonly<Record<Type, Effect | { readonly effect: Effect }>>;

/** The effects of every event by the kind of its stream. */
const EFFECTS = {
  business: EVENT_TRAITS,
  account: ACCOUNT_EFFECTS,
  payment: PAYMENT_EFFECTS,
  'access-grant': GRANT_EFFECTS,
  admin: ADMIN_EFFECTS,
  'import-memory': IMPORT_MEMORY_EFFECTS,
} satisfies { readonly [Kind in StreamKind]: Effects<StreamEvents[Kind]['type']> };

interface KnownType {
  readonly kind: StreamKind;
  readonly effect: Effect;
}

const KNOWN_TYPES: ReadonlyMap<string, KnownType> = new Map(
  STREAM_KINDS.flatMap((kind) =>
    Object.entries<Effect | { readonly effect: Effect }>(EFFECTS[kind]).map(([type, traits]) => [
      type,
      { kind, effect: typeof traits === 'object' ? traits.effect : traits },
    ]),
  ),
);

/** The only kind of stream that has events of this type; undefined for an unknown type. */
export const streamKindOf = (type: string): StreamKind | undefined => KNOWN_TYPES.get(type)?.kind;

/** The effect of events of this type; undefined for an unknown type. */
export const effectOf = (type: string): Effect | undefined => KNOWN_TYPES.get(type)?.effect;
