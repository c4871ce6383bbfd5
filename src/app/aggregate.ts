import {
  type Account,
  type AccountCommand,
  type AccountEvent,
  type AccountRefusal,
  decideAccount,
  emptyAccount,
  evolveAccount,
} from '#domain/account/account.ts';
import type { BusinessCommand } from '#domain/business/commands.ts';
import { decide, decideInSteps } from '#domain/business/decide.ts';
import type { BusinessEvent } from '#domain/business/events.ts';
import { fold } from '#domain/business/evolve.ts';
import type { BusinessRefusal } from '#domain/business/refusals.ts';
import { type Business, emptyBusiness, sizeOf } from '#domain/business/state.ts';
import type { RecordedEvent } from '#domain/event.ts';
import {
  decidePayment,
  emptyPayment,
  evolvePayment,
  type Payment,
  type PaymentCommand,
  type PaymentEvent,
  type PaymentRefusal,
} from '#domain/payment/payment.ts';
import { type AdminCommand, type AdminEvent, decideAdmin } from '#domain/admin/admin.ts';
import {
  decideGrant,
  emptyGrant,
  evolveGrant,
  type Grant,
  type GrantCommand,
  type GrantEvent,
  type GrantRefusal,
} from '#domain/grant/grant.ts';
import {
  decideImportMemory,
  emptyImportMemory,
  evolveImportMemory,
  type ImportMemory,
  type ImportMemoryCommand,
  type ImportMemoryEvent,
} from '#domain/import-memory/import-memory.ts';
import {
  accountStream,
  adminStream,
  businessStream,
  grantStream,
  importMemoryStream,
  paymentStream,
} from '#domain/streams.ts';
import {
  accountEvent,
  adminEvent,
  businessEvent,
  grantEvent,
  importMemoryEvent,
  paymentEvent,
} from '#eventstore/codec.ts';

/** One kind of stream: the pure functions that fold its state and decide commands on it. */
export interface Aggregate<State, Command, Event, Refusal> {
  readonly streamOf: (id: string) => string;
  readonly empty: State;
  /** Reads a recorded event of the aggregate; undefined for an erased one. */
  readonly read: (event: RecordedEvent) => Event | undefined;
  readonly fold: (events: Iterable<Event>, from: State) => State;
  readonly decide: (state: State, command: Command) => readonly Event[] | Refusal;
  /** Decides in steps with pauses, for an aggregate whose commands may be long. */
  readonly decideInSteps?: (state: State, command: Command) => Generator<void, readonly Event[] | Refusal>;
  /** Refusals that also reach a late repeat of a request that was carried out long ago. */
  readonly canMeanLateRepeat?: (refusal: Refusal) => boolean;
  /** Memory of a state, in entities of about 400 bytes; hardly any if left out. */
  readonly sizeOf?: (state: State) => number;
}

/** A command with the account that asks: the stream itself tells which account owns the business. */
export interface OwnerCommand {
  readonly ownerId: string;
  readonly command: BusinessCommand;
}

const isOwnedBy = (state: Business, ownerId: string): boolean => state.ownerId === null || state.ownerId === ownerId;

export const businessAggregate: Aggregate<Business, OwnerCommand, BusinessEvent, BusinessRefusal> = {
  streamOf: businessStream,
  empty: emptyBusiness,
  read: businessEvent,
  fold,
  sizeOf,
  // Ids of added entities are part of the request or follow from its key.
  canMeanLateRepeat: ({ refusal }) => refusal === 'id_taken',
  decide: (state, { ownerId, command }) =>
    isOwnedBy(state, ownerId) ? decide(state, command) : { refusal: 'not_the_owner' },
  *decideInSteps(state, { ownerId, command }) {
    return isOwnedBy(state, ownerId) ? yield* decideInSteps(state, command) : { refusal: 'not_the_owner' };
  },
};

export const accountAggregate: Aggregate<Account, AccountCommand, AccountEvent, AccountRefusal> = {
  streamOf: accountStream,
  empty: emptyAccount,
  read: accountEvent,
  fold: (events, from) => [...events].reduce(evolveAccount, from),
  decide: decideAccount,
};

export const paymentAggregate: Aggregate<Payment, PaymentCommand, PaymentEvent, PaymentRefusal> = {
  streamOf: paymentStream,
  empty: emptyPayment,
  read: paymentEvent,
  fold: (events, from) => [...events].reduce(evolvePayment, from),
  decide: decidePayment,
};

export const grantAggregate: Aggregate<Grant, GrantCommand, GrantEvent, GrantRefusal> = {
  streamOf: grantStream,
  empty: emptyGrant,
  read: grantEvent,
  fold: (events, from) => [...events].reduce(evolveGrant, from),
  decide: decideGrant,
};

/** A record without state, which never refuses a command. */
export const adminAggregate: Aggregate<null, AdminCommand, AdminEvent, never> = {
  streamOf: adminStream,
  empty: null,
  read: adminEvent,
  fold: () => null,
  decide: (_state, command) => decideAdmin(command),
};

/** The import memory, by the id of its business; no command is ever refused. */
export const importMemoryAggregate: Aggregate<ImportMemory, ImportMemoryCommand, ImportMemoryEvent, never> = {
  streamOf: importMemoryStream,
  empty: emptyImportMemory,
  read: importMemoryEvent,
  fold: (events, from) => [...events].reduce(evolveImportMemory, from),
  sizeOf: ({ layouts, names }) => layouts.size + names.size,
  decide: decideImportMemory,
};
