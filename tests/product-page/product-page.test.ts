import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { commandCalls } from '#contract/entities/command-calls.ts';
import { DASHBOARD_PAGES, PAGES } from '#contract/pages.ts';
import { ACCOUNT_EFFECTS } from '#domain/account/account.ts';
import { GRANT_EFFECTS } from '#domain/grant/grant.ts';
import { PAYMENT_EFFECTS } from '#domain/payment/payment.ts';
import { TABS } from '#web/features/places/tabs.ts';
import { format, resolveConfig } from 'prettier';
import { beforeAll, describe, expect, test } from 'vitest';
import { ANY_COMMAND, type CommandType, COMMAND_FACTS, eventTypes } from './command-facts.ts';
import { otherCommands } from './other-commands.ts';
import { PAGE_OF_CALL } from './other-calls.ts';
import { callsOf, productPage } from './page.ts';
import { REFUSAL_EXAMPLES } from './refusal-examples.ts';
import { tryCommands, type Tried } from './tried.ts';

const PAGE = fileURLToPath(new URL('../../docs/product.md', import.meta.url));
const RENEW =
  'WRITE_PRODUCT_PAGE=1 npx vitest run --config tests/vitest.config.ts tests/product-page/product-page.test.ts';

/** It takes quantities at the end of their range, units that nothing else says, or recipes by the hundred. */
const SELDOM_SEEN = [
  'ReplaceIngredient replacement_unfit',
  'ReplaceIngredient replacement_too_large',
  'RepriceIngredients price_unfit',
  'ChangeIngredient conversion_in_use',
  'ChangePreparation conversion_in_use',
];

const facts = Object.entries(COMMAND_FACTS);
const declared = {
  events: facts.flatMap(([command, { events }]) => events.map((event) => `${command} ${event}`)),
  refusals: facts.flatMap(([command, { refusals }]) => refusals.map((refusal) => `${command} ${refusal}`)),
};

test('the page of the product says what the code says', async () => {
  const page = await format(productPage(), { ...(await resolveConfig(PAGE)), parser: 'markdown' });
  if (process.env['WRITE_PRODUCT_PAGE'] === '1') writeFileSync(PAGE, page);
  expect(readFileSync(PAGE, 'utf8'), `Write it anew: ${RENEW}`).toBe(page);
  expect(page.split('\n').length).toBeLessThanOrEqual(300);
});

describe('what the page takes from a table of this folder', () => {
  let tried: Tried;
  beforeAll(() => {
    tried = tryCommands();
  });
  const isOfAny = (pair: string): boolean => ANY_COMMAND.some((refusal) => pair.endsWith(` ${refusal}`));
  const isOfMany = (pair: string): boolean => /^(?:UndoChange|ApplyChangeSet) /.test(pair);

  test('names every event and every refusal that a command was seen to have', () => {
    const seen = [...tried.events, ...tried.refusals].filter((pair) => !isOfAny(pair) && !isOfMany(pair));
    expect(seen.length).toBeGreaterThan(100);
    const known = new Set([...declared.events, ...declared.refusals]);
    expect(seen.filter((pair) => !known.has(pair))).toEqual([]);
  });

  test('names none that no command was seen to have, but for what is seldom seen', () => {
    const unseen = [...declared.events, ...declared.refusals].filter(
      (pair) => !tried.events.has(pair) && !tried.refusals.has(pair) && !isOfMany(pair),
    );
    expect(unseen.filter((pair) => !SELDOM_SEEN.includes(pair))).toEqual([]);
  });

  test('takes each event back by what undo was seen to take it back by', () => {
    expect([...tried.otherInverses]).toEqual([]);
  });

  test('leaves out no event and no refusal of the code', () => {
    const events = new Set<string>(facts.flatMap(([, each]) => each.events));
    const onlyByUndo = /(?:Restored|Cleared|Withdrawn)$/;
    expect(eventTypes.filter((type) => !events.has(type) && !onlyByUndo.test(type))).toEqual([]);
    const refusals = new Set<string>([...ANY_COMMAND, ...facts.flatMap(([, each]) => each.refusals)]);
    expect(Object.keys(REFUSAL_EXAMPLES).filter((code) => !refusals.has(code))).toEqual([]);
  });

  test('has every event of accounts, payments and grants', () => {
    const events = new Set(otherCommands().flatMap((each) => each.events));
    const all = Object.keys({ ...ACCOUNT_EFFECTS, ...PAYMENT_EFFECTS, ...GRANT_EFFECTS });
    expect(all.filter((type) => !events.has(type))).toEqual([]);
  });

  test('names screens that are there, and calls for every command but those of ownership', () => {
    const screens: readonly string[] = [...TABS.map(({ key }) => key), ...DASHBOARD_PAGES, ...PAGES];
    const named = [...facts.flatMap(([, each]) => each.screens), ...Object.values(PAGE_OF_CALL)];
    expect(named.filter((screen) => screen !== null && !screens.includes(screen))).toEqual([]);
    const types = Object.keys(COMMAND_FACTS) as readonly CommandType[];
    expect(types.filter((type) => callsOf(type).length === 0)).toEqual([
      'OpenBusiness',
      'ChangeOwner',
      'EraseBusiness',
    ]);
    expect(Object.keys(commandCalls).filter((type) => !Object.hasOwn(COMMAND_FACTS, type))).toEqual([]);
  });
});
