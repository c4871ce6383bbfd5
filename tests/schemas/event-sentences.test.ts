import { erasedSentence, sentenceOf } from '#contract/event-sentences.ts';
import { type AccountCommand, decideAccount, emptyAccount, evolveAccount } from '#domain/account/account.ts';
import type { AdminEvent } from '#domain/admin/admin.ts';
import type { AnyEvent } from '#domain/any-event.ts';
import { decideGrant, emptyGrant, evolveGrant, type GrantCommand } from '#domain/grant/grant.ts';
import { decidePayment, emptyPayment, evolvePayment, type PaymentCommand } from '#domain/payment/payment.ts';
import { anyTraffic, testId } from '#tests/support/histories.ts';
import { runs } from '#tests/support/property-runs.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const names = { actorName: 'Dona Marta', nameOf: () => 'Seu João' };
const sentenceFor = (event: AnyEvent): string => sentenceOf(event, names).replaceAll('\u00A0', ' ');

/** Names such as “null” and “.” are repeated as they are, but here they would disturb the checks. */
const isCalled = (key: string): boolean => /name$/i.test(key) || ['unit', 'from', 'to'].includes(key);
const withPlainNames = (event: AnyEvent): AnyEvent =>
  JSON.parse(JSON.stringify(event), (key, value: unknown) => {
    if (key === 'names' && Array.isArray(value)) return value.map(() => 'Coisa');
    return isCalled(key) && typeof value === 'string' ? 'Coisa' : value;
  }) as AnyEvent;

const AMOUNT = String.raw`-?\d{1,3}(\.\d{3})*(,\d+)?`;
const NUMBER = new RegExp(`^${AMOUNT}$`);
/** Amounts have two decimals, except the price of an ingredient's unit, which has up to four. */
const moneyIn = ({ type }: AnyEvent): RegExp =>
  new RegExp(
    String.raw`^R\$ \d{1,3}(\.\d{3})*,\d{2}${/^(?:Ingredient|Purchase)/.test(type) ? String.raw`\d{0,2}` : ''}(?!\d)`,
  );

function isWellSaid(event: AnyEvent): void {
  const sentence = sentenceFor(withPlainNames(event));
  expect(sentence).toMatch(/^Dona Marta \S.*[^.]\.$/);
  expect(sentence).not.toMatch(/undefined|NaN|null|\[object|\s\s|[“”]{2}|\bde de\b/);
  for (const { index } of sentence.matchAll(/R\$/g)) expect(sentence.slice(index)).toMatch(moneyIn(event));
}

/** Business events contain only amounts and months, so every number must have the Brazilian form. */
function hasBrazilianNumbers(event: AnyEvent): void {
  const sentence = sentenceFor(withPlainNames(event))
    .replace(/ de \d{4}(?=[:,.]| em “)/, '')
    .replaceAll(/\d\d\/\d\d\/\d{4}/g, '')
    .replace(/\.$/, '');
  for (const [number] of sentence.matchAll(/-?\d[\d.,]*\d|\d/g)) expect(number).toMatch(NUMBER);
}

const CHANGES = new Set([
  'FixedCostAmountChanged',
  'VariableCostRateChanged',
  'IngredientRepriced',
  'DishPriced',
  'DishIngredientQuantityChanged',
]);

test('the sentence of any business event is complete, Portuguese and shows each changed value', () => {
  fc.assert(
    fc.property(anyTraffic(), ({ appends }) => {
      for (const { change } of appends)
        for (const event of change.events) {
          isWellSaid(event);
          hasBrazilianNumbers(event);
          // The sentence shows a change however small it is.
          const [, before, after] =
            /^.* de (.+?) para (R\$ \S+|\S+?)\.?(?: |$)/.exec(sentenceFor(withPlainNames(event))) ?? [];
          expect(CHANGES.has(event.type) && before !== undefined && before === after).toBe(false);
        }
    }),
    runs(40),
  );
});

/** Returns the events of executing the commands one after the other; refused ones are skipped. */
function eventsOf<State, Command, Event>(
  commands: readonly Command[],
  empty: State,
  {
    decide,
    evolve,
  }: {
    readonly decide: (state: State, command: Command) => unknown;
    readonly evolve: (state: State, event: Event) => State;
  },
): readonly Event[] {
  const events: Event[] = [];
  let state = empty;
  for (const command of commands) {
    const decision = decide(state, command);
    if (!Array.isArray(decision)) continue;
    for (const event of decision as Event[]) {
      events.push(event);
      state = evolve(state, event);
    }
  }
  return events;
}

const id = fc.constantFrom('ana', 'bia', 'caio').map((name) => testId(name));
const reason = fc.constantFrom('Pediu para sair', 'Pediu para sair.', 'Acabou...', ' ', '', 'Sim, por 1.5 mês');
const some = <Command>(command: fc.Arbitrary<Command>): fc.Arbitrary<Command[]> =>
  fc.array(command, { maxLength: 25, size: 'max' });
const command = <Type extends string, Fields extends object>(
  type: Type,
  fields: { [Key in keyof Fields]: fc.Arbitrary<Fields[Key]> },
) => fc.record(fields).map((given) => ({ type, ...given }));

describe('the sentence of any event', () => {
  test('of an account is complete and Portuguese', () => {
    const source = fc.record({ kind: fc.constantFrom('payment', 'grant'), id });
    const why = fc.constantFrom('revoked', 'refunded', 'charged_back', 'claimed_by_another');
    const anyCommand: fc.Arbitrary<AccountCommand> = fc.oneof(
      command('SignIn', { issuer: fc.constant('https://issuer.test') }),
      command('RegisterGuest', {}),
      command('BecomeAccount', { userId: id }),
      command('AddAccessSource', { source, reason: fc.constantFrom('paid', 'granted') }),
      command('RemoveAccessSource', { sourceId: id, reason: why }),
      command('AcceptTerms', { version: fc.constantFrom('2026-01', '2026-02') }),
      command('JoinGuest', { guestId: id, businessIds: fc.array(id, { maxLength: 2 }) }),
      command('ChooseBusiness', { businessId: id }),
      { weight: 1, arbitrary: command('Erase', { businessIds: fc.array(id, { maxLength: 2 }) }) },
      { weight: 1, arbitrary: command('CompleteErasure', {}) },
    );
    const rules = { decide: decideAccount, evolve: evolveAccount };
    fc.assert(
      fc.property(some(anyCommand), (commands) => eventsOf(commands, emptyAccount, rules).forEach(isWellSaid)),
      runs(200),
    );
  });

  test('of a payment is complete and Portuguese', () => {
    const cents = fc.oneof(fc.integer({ min: 0, max: 2_000 }), fc.integer({ min: 0, max: 100_000_000 }));
    const holder = fc.record({ kind: fc.constantFrom('account', 'guest'), userId: id });
    const report = fc.record({
      provider: fc.constantFrom('asaas', 'sandbox'),
      chargeId: fc.constant('c'),
      cents,
      status: fc.constantFrom('pending', 'paid', 'refunded', 'charged_back'),
      reversalBeforeReading: fc.constantFrom(null, 'refunded', 'charged_back'),
    });
    const via = fc.constantFrom('session', 'browser', 'verified_email', 'receipt_code', 'joining');
    const anyCommand = fc.oneof(
      command('RecordChargeReport', { report, priceCents: cents }),
      command('Claim', { to: holder, from: fc.option(id, { nil: null }), via }),
    ) as fc.Arbitrary<PaymentCommand>;
    const rules = { decide: decidePayment, evolve: evolvePayment };
    fc.assert(
      fc.property(some(anyCommand), (commands) => eventsOf(commands, emptyPayment, rules).forEach(isWellSaid)),
      runs(200),
    );
  });

  test('of a grant is complete and Portuguese', () => {
    const anyCommand: fc.Arbitrary<GrantCommand> = fc.oneof(
      command('Give', { reason: fc.option(reason, { nil: null }) }),
      command('TakeUp', { userId: id }),
      command('Revoke', { reason }),
    );
    const rules = { decide: decideGrant, evolve: evolveGrant };
    fc.assert(
      fc.property(some(anyCommand), (commands) => eventsOf(commands, emptyGrant, rules).forEach(isWellSaid)),
      runs(200),
    );
  });

  test('of the administration is complete and Portuguese', () => {
    const many = fc.oneof(fc.constantFrom(0, 1, 2), fc.nat());
    const one = <Type extends AdminEvent['type'], Data extends object>(
      type: Type,
      data: { [Key in keyof Data]: fc.Arbitrary<Data[Key]> },
    ) => fc.record(data).map((given) => ({ type, data: given }));
    const anyEvent = fc.oneof(
      one('AdminPasswordGiven', {}),
      one('AdminPasswordRefused', {}),
      one('AdminAccessDenied', {
        call: fc.constant('listUsers'),
        minute: fc.constant('2026-03-01T12:00'),
        count: fc.integer({ min: 1 }),
      }),
      one('PaymentsVerified', { checked: many, granted: many, failed: many }),
      one('AccessRevoked', { userId: id, reason }),
      one('RefundRequested', { paymentId: id, reason }),
      one('SessionsEnded', { userId: id, sessions: many }),
      one('PersonalDataRead', {
        what: fc.constantFrom('users', 'person', 'audit', 'audit_export'),
        userId: fc.option(id, { nil: null }),
      }),
    ) as fc.Arbitrary<AdminEvent>;
    fc.assert(fc.property(anyEvent, isWellSaid), runs(400));
  });
});

const line = { dishId: 'd', dishName: 'Pão', ingredientId: 'i', ingredientName: 'Sal' };

const recipe = { kind: 'dish', id: 'd', name: 'Bolo', from: [], to: [] } as const;
const cream = { name: 'Nata', unit: 'kg', unitPrice: 200_000, version: 1, sequence: 1 };
const replaced = (to: object): AnyEvent => ({
  type: 'IngredientReplaced',
  data: { id: 'x', name: 'Nata', byId: 'y', byName: 'Creme', recipes: [recipe], ...to },
});

test.each<[AnyEvent, string]>([
  [
    { type: 'VariableCostRateChanged', data: { id: 'x', name: 'Cartão', from: 34_900, to: 34_500 } },
    'em menos de um décimo de ponto; arredondado, continua 3,5%',
  ],
  [
    { type: 'VariableCostRateChanged', data: { id: 'x', name: 'Cartão', from: 34_900, to: 39_900 } },
    'de 3,5% para 4,0%',
  ],
  [
    { type: 'FixedCostAmountChanged', data: { id: 'x', name: 'Luz', from: 1_234_567, to: 1_300_000 } },
    'de R$ 123,46 para R$ 130,00',
  ],
  [
    { type: 'IngredientRepriced', data: { id: 'x', name: 'Sal', unit: 'g', from: 385, to: 400 } },
    'de R$ 0,0385 para R$ 0,04 por g',
  ],
  [
    { type: 'DishIngredientQuantityChanged', data: { ...line, unit: 'kg', from: 3_000, to: 3_505 } },
    'mudou a quantidade de “Sal” em “Pão” de 0,3 kg para 0,3505 kg',
  ],
  [{ type: 'DishIngredientAdded', data: { ...line, unit: 'kg', quantity: 3_000 } }, 'pôs “Sal” em “Pão”: 0,3 kg'],
  // This event was recorded before events contained the unit.
  [{ type: 'DishIngredientAdded', data: { ...line, quantity: 3_000 } }, 'pôs “Sal” em “Pão”: 0,3.'],
  [{ type: 'FixedCostAdded', data: { id: 'x', name: 'Aluguel', value: 12_345_600 } }, 'de R$ 1.234,56'],
  // Names are repeated as they are, whatever they look like.
  [
    { type: 'SalesRecorded', data: { month: '2025-12', channelId: 'c', channelName: 'null', rows: [] } },
    'as vendas de dezembro de 2025 em “null”: 0 pratos',
  ],
  [
    { type: 'MainChannelChanged', data: { id: 'c', name: '.', from: 'd', fromName: 'NaN' } },
    'fez de “.” o canal principal, no lugar de “NaN”',
  ],
  [replaced({}), 'trocou “Nata” por “Creme” em “Bolo”.'],
  [replaced({ recipes: [recipe, recipe] }), 'trocou “Nata” por “Creme” em 2 receitas.'],
  [replaced({ removed: cream }), 'juntou “Nata” a “Creme”, em “Bolo”.'],
  [replaced({ restored: cream, recipes: [] }), 'separou “Creme” de “Nata”.'],
  [{ type: 'PaymentRefunded', data: { provider: 'asaas', chargeId: 'c', cents: 1_000 } }, 'devolveu R$ 10,00'],
  [{ type: 'SessionsEnded', data: { userId: 'u', sessions: 1 } }, 'encerrou 1 sessão de Seu João'],
  [
    { type: 'AccessSourceRemoved', data: { source: { kind: 'payment', id: testId('p') }, reason: 'refunded' } },
    '(pagamento devolvido)',
  ],
  [{ type: 'AccessRevoked', data: { userId: 'u', reason: 'Pediu para sair.' } }, 'de Seu João: Pediu para sair.'],
])('the event %j is told with the words “…%s…”', (event, part) => {
  expect(sentenceFor(event)).toContain(part);
});

test('the sentence of an erased event names the person, and nothing of the content', () => {
  expect(erasedSentence(names)).toMatch(/^Dona Marta .* excluído a pedido da pessoa\.$/);
});
