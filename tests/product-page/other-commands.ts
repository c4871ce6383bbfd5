import { type AccountCommand, decideAccount, emptyAccount, evolveAccount } from '#domain/account/account.ts';
import { decideGrant, emptyGrant, evolveGrant, type GrantCommand } from '#domain/grant/grant.ts';
import { decidePayment, emptyPayment, evolvePayment, type PaymentCommand } from '#domain/payment/payment.ts';
import fc from 'fast-check';
import { noteOutcome, type OutcomesByType } from './command-trials.ts';

/** Arbitraries of all commands of a union; a missing one does not compile. */
type CommandArbitraries<Command extends { readonly type: string }> = Readonly<
  Record<Command['type'], fc.Arbitrary<Command>>
>;

interface Stream<State, Command extends { readonly type: string }, Event extends { readonly type: string }> {
  readonly empty: State;
  readonly arbitraries: CommandArbitraries<Command>;
  readonly decide: (state: State, command: Command) => readonly Event[] | { readonly refusal: string };
  readonly evolve: (state: State, event: Event) => State;
}

const SEED = 20_260_101;
const STREAMS = 3_000;
const LONGEST = 12;

function runTrials<State, Command extends { readonly type: string }, Event extends { readonly type: string }>({
  empty,
  arbitraries,
  decide,
  evolve,
}: Stream<State, Command, Event>): OutcomesByType {
  const any = fc.oneof(...Object.values<fc.Arbitrary<Command>>(arbitraries));
  const outcomes: OutcomesByType = new Map();
  for (const type of Object.keys(arbitraries)) noteOutcome(outcomes, type, []);
  const some = fc.array(any, { maxLength: LONGEST, size: 'max' });
  for (const commands of fc.sample(some, { seed: SEED, numRuns: STREAMS })) {
    let state = empty;
    for (const command of commands) {
      const decision = decide(state, command);
      noteOutcome(outcomes, command.type, decision);
      if (!('refusal' in decision)) state = decision.reduce(evolve, state);
    }
  }
  return outcomes;
}

const person = fc.constantFrom('ana', 'bia', 'guest');
const reason = fc.constantFrom('paid', 'revoked');
const source = fc.record({ kind: fc.constantFrom('payment', 'grant'), id: fc.constantFrom('1', '2') });
const businessIds = fc.constantFrom([], ['pizzaria']);
const holder = fc.record({ kind: fc.constantFrom('account', 'guest'), userId: person });
const day = fc.constantFrom('2026-01-01', '2026-01-02');

const account: CommandArbitraries<AccountCommand> = {
  SignIn: fc.record({ type: fc.constant('SignIn'), issuer: fc.constant('google') }),
  RegisterGuest: fc.record({ type: fc.constant('RegisterGuest') }),
  BecomeAccount: fc.record({ type: fc.constant('BecomeAccount'), userId: person }),
  AddAccessSource: fc.record({ type: fc.constant('AddAccessSource'), source, reason }),
  RemoveAccessSource: fc.record({
    type: fc.constant('RemoveAccessSource'),
    sourceId: fc.constantFrom('1', '2'),
    reason,
  }),
  AcceptTerms: fc.record({ type: fc.constant('AcceptTerms'), version: fc.constantFrom('1', '2') }),
  JoinGuest: fc.record({ type: fc.constant('JoinGuest'), guestId: person, businessIds }),
  ChooseBusiness: fc.record({
    type: fc.constant('ChooseBusiness'),
    businessId: fc.constantFrom('pizzaria', 'padaria'),
  }),
  Erase: fc.record({ type: fc.constant('Erase'), businessIds }),
  CompleteErasure: fc.record({ type: fc.constant('CompleteErasure') }),
};

const payment: CommandArbitraries<PaymentCommand> = {
  RecordChargeReport: fc.record({
    type: fc.constant('RecordChargeReport'),
    report: fc.record({
      provider: fc.constant('asaas'),
      chargeId: fc.constant('1'),
      cents: fc.constantFrom(1_000, 4_990),
      status: fc.constantFrom('pending', 'paid', 'paid', 'paid', 'refunded', 'charged_back'),
      reversalBeforeReading: fc.constantFrom(null, null, 'charged_back'),
    }),
    priceCents: fc.constant(4_990),
  }),
  Claim: fc.record({
    type: fc.constant('Claim'),
    to: holder,
    from: fc.constantFrom(null, 'ana', 'bia', 'guest'),
    via: fc.constantFrom('session', 'browser', 'verified_email', 'receipt_code', 'joining'),
    at: day,
  }),
  RequestTransfer: fc.record({ type: fc.constant('RequestTransfer'), userId: person, answerDeadline: day }),
  DeclineTransfer: fc.record({ type: fc.constant('DeclineTransfer'), userId: person, guestId: person }),
};

const grant: CommandArbitraries<GrantCommand> = {
  Give: fc.record({ type: fc.constant('Give'), reason: fc.constantFrom(null, 'paid') }),
  TakeUp: fc.record({ type: fc.constant('TakeUp'), userId: person }),
  Revoke: fc.record({ type: fc.constant('Revoke'), reason }),
  Withdraw: fc.record({ type: fc.constant('Withdraw'), reason }),
};

/** Streams are short, because a few commands lead to every outcome of an account, payment or grant. */
export const otherCommands = (): Readonly<Record<string, OutcomesByType>> => ({
  account: runTrials({ empty: emptyAccount, arbitraries: account, decide: decideAccount, evolve: evolveAccount }),
  payment: runTrials({ empty: emptyPayment, arbitraries: payment, decide: decidePayment, evolve: evolvePayment }),
  grant: runTrials({ empty: emptyGrant, arbitraries: grant, decide: decideGrant, evolve: evolveGrant }),
});
