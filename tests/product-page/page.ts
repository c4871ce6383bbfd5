import { commandMappings } from '#contract/entities/command-mappings.ts';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { toRefusedCall } from '#contract/refused-calls.ts';
import { EVENT_TRAITS } from '#domain/business/event-traits.ts';
import type { BusinessRefusal } from '#domain/business/refusals.ts';
import { TABS } from '#web/features/navigation/addresses.ts';
import type { OutcomesByType, TrialResults } from './command-trials.ts';
import { REFUSAL_EXAMPLES } from './refusal-examples.ts';
import { type CommandType, PAGE_OF_CALL, type Screen, SCREENS_OF_COMMAND } from './screens.ts';

type Code = BusinessRefusal['refusal'];

/** Refusals of any change of a business. */
const ANY_COMMAND: readonly Code[] = [
  'business_not_open',
  'business_erased',
  'not_the_owner',
  'changed_meanwhile',
  'one_of_them',
];

/**
 * Refusals that the tried commands do not meet: quantities at the end of their range, units that nothing else uses,
 * recipes with hundreds of lines, and refusals of undo other than those of its parts.
 */
const UNTRIED_REFUSALS: Readonly<Partial<Record<CommandType, readonly Code[]>>> = {
  ReplaceIngredient: ['replacement_unfit', 'replacement_too_large'],
  RepriceIngredients: ['price_unfit'],
  ChangeIngredient: ['conversion_in_use'],
  ChangePreparation: ['conversion_in_use'],
  UndoChange: ['change_unknown', 'already_undone', 'not_undoable', 'changed_since', 'channel_gone', 'ingredients_gone'],
};

/** Commands that consist of others; the page refers to their parts. */
const COMPOSITE_COMMANDS: readonly CommandType[] = ['ApplyChangeSet', 'UndoChange'];

/** Returns the events and refusals of a command, each in the order of its table. */
export function factsOf(type: CommandType, { outcomes }: Pick<TrialResults, 'outcomes'>) {
  const seen = COMPOSITE_COMMANDS.includes(type) ? undefined : outcomes.get(type);
  const refusals = new Set<string>([...(seen?.refusals ?? []), ...(UNTRIED_REFUSALS[type] ?? [])]);
  return {
    events: Object.keys(EVENT_TRAITS).filter((event) => seen?.events.has(event)),
    refusals: CODES.filter((refusal) => refusals.has(refusal) && !ANY_COMMAND.includes(refusal)),
  };
}

/** Returns every refusal code that the page names beside a command. */
export const refusalsNamed = (tried: TrialResults): ReadonlySet<string> =>
  new Set([...ANY_COMMAND, ...commandTypes.flatMap((type) => factsOf(type, tried).refusals)]);

/** Returns the expected content of `docs/product.md` before formatting. */
export const productPage = (
  tried: TrialResults,
  others: Readonly<Record<string, OutcomesByType>>,
): string => `# What the product does

<!-- Written by tests/product-page/product-page.test.ts, which also says how to write it anew. -->

Every command, who may give it, what can refuse it, the events that come of it, what undo makes of them, and the screen on which it is given. How a change flows: [architecture.md](architecture.md).

## Who may

${table(
  ['access', 'who'],
  Object.entries(ACCESS_RULES).map(([access, who]) => [code(access), who]),
)}

## Commands of a business

Undo takes a change back by ordinary events, while all that it touched is still as it left it. Any of these commands may also be refused with ${codes(ANY_COMMAND)}.

${table(
  ['command', 'call', 'who', 'screen', 'events', 'taken back by', 'refused with'],
  commandTypes.map((type) => commandRow(type, tried)),
)}

${code('OpenBusiness')} comes with the first change of a new account, ${code('ChangeOwner')} when a guest signs in, ${code('EraseBusiness')} when its owner erases the account. ${code('ApplyChangeSet')} has the events and refusals of its parts. ${code('UndoChange')} has the events that take the parts of a change back, and may be refused with whatever refuses to do the same by hand.

## Refusals

What the API answers; in a real one the names are those of the owner's own things.

${table(['refused with', 'status', 'sentence'], CODES.map(refusalRow))}

## Other calls that change something

${table(['call', 'path', 'who', 'what', 'screen'], Object.entries(PAGE_OF_CALL).map(otherRow))}

## Commands of accounts, payments and grants

Given by the calls above and by reactors, never by a person as such. Nothing of it is undone; what is noted in the administration and what imports teach are events without a rule.

${table(
  ['of', 'command', 'events', 'refused with'],
  Object.entries(others).flatMap(([stream, outcomes]) =>
    Array.from(outcomes, ([command, { events, refusals }]) => [
      stream,
      code(command),
      codes([...events].toSorted()),
      codes([...refusals].toSorted()),
    ]),
  ),
)}
`;

const ACCESS_RULES: Readonly<Record<Access, string>> = {
  anyone: 'anybody',
  signedIn: 'a signed-in person or a guest',
  owner: 'signed in or a guest, with access, for the business of the session',
  listedAdmin: 'a listed administrator who is signed in with a verified e-mail',
  admin: 'the same, who has given the administration’s password in this session',
  paymentProvider: 'the payment provider, by its token',
};

export const commandTypes = Object.keys(SCREENS_OF_COMMAND) as readonly CommandType[];
const CODES = Object.keys(REFUSAL_EXAMPLES) as readonly Code[];
const CALLS: Readonly<Partial<Record<string, { readonly endpoint: keyof typeof contract }>>> = commandMappings;
const CALLS_OF_MANY: Readonly<Partial<Record<CommandType, readonly (keyof typeof contract)[]>>> = {
  ApplyChangeSet: ['applyChanges', 'importSales'],
  UndoChange: ['undoChange'],
};

/** Returns no call for a command that no call gives by itself. */
export function callsOf(type: CommandType): readonly (keyof typeof contract)[] {
  const single = CALLS[type];
  return single ? [single.endpoint] : (CALLS_OF_MANY[type] ?? []);
}

const endpointOf = (name: string): Endpoint => contract[name as keyof typeof contract];
const pathOf = ({ method, path }: Endpoint): string => code(`${method} ${path}`);

function commandRow(type: CommandType, tried: TrialResults): readonly string[] {
  const { events, refusals } = factsOf(type, tried);
  const calls = callsOf(type).map(endpointOf);
  return [
    code(type),
    calls.map(pathOf).join('<br>'),
    [...new Set(calls.map(({ access }) => access))].map(code).join(', '),
    SCREENS_OF_COMMAND[type].map(screenName).join(', '),
    codes(events),
    takenBack(events, tried),
    codes(refusals),
  ];
}

function takenBack(events: readonly string[], { inverses }: TrialResults): string {
  if (events.length === 0) return '';
  const seen = [...new Set(events.flatMap((type) => [...(inverses.get(type) ?? [])]))];
  if (seen.length === 0) return 'nothing';
  return seen.every((type) => events.includes(type)) ? 'the same, backwards' : codes(seen);
}

function refusalRow(refusal: Code): readonly string[] {
  const { status, detail } = toRefusedCall({ refusal, ...REFUSAL_EXAMPLES[refusal] } as BusinessRefusal);
  return [code(refusal), String(status), detail];
}

function otherRow([name, page]: readonly [string, string | null]): readonly string[] {
  const endpoint = endpointOf(name);
  return [code(name), pathOf(endpoint), code(endpoint.access), endpoint.summary, page === null ? '' : code(page)];
}

const screenName = (screen: Screen): string => TABS.find(({ key }) => key === screen)?.label ?? code(screen);
const code = (text: string): string => `\`${text}\``;
const codes = (texts: readonly string[]): string => texts.map(code).join(', ');

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
