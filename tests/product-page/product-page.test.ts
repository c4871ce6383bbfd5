import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { commandMappings } from '#contract/entities/command-mappings.ts';
import { DASHBOARD_PAGES, PAGES } from '#contract/pages.ts';
import { ACCOUNT_EFFECTS } from '#domain/account/account.ts';
import { EVENT_TRAITS } from '#domain/business/event-traits.ts';
import { GRANT_EFFECTS } from '#domain/grant/grant.ts';
import { PAYMENT_EFFECTS } from '#domain/payment/payment.ts';
import { TABS } from '#web/features/navigation/addresses.ts';
import { format, resolveConfig } from 'prettier';
import { expect, test } from 'vitest';
import { otherCommands } from './other-commands.ts';
import { callsOf, commandTypes, factsOf, productPage, refusalsNamed } from './page.ts';
import { REFUSAL_EXAMPLES } from './refusal-examples.ts';
import { PAGE_OF_CALL, SCREENS_OF_COMMAND } from './screens.ts';
import { tryCommands } from './command-trials.ts';

const PAGE = fileURLToPath(new URL('../../docs/product.md', import.meta.url));
const RENEW =
  'WRITE_PRODUCT_PAGE=1 npx vitest run --config tests/vitest.config.ts tests/product-page/product-page.test.ts';

const trials = tryCommands();
const others = otherCommands();

test('docs/product.md states what the code does', async () => {
  const page = await format(productPage(trials, others), { ...(await resolveConfig(PAGE)), parser: 'markdown' });
  if (process.env['WRITE_PRODUCT_PAGE'] === '1') writeFileSync(PAGE, page);
  expect(readFileSync(PAGE, 'utf8'), `Write it anew: ${RENEW}`).toBe(page);
  expect(page.split('\n').length).toBeLessThanOrEqual(300);
});

test('docs/product.md leaves out no event and no refusal of the code', () => {
  const events = new Set(commandTypes.flatMap((type) => factsOf(type, trials).events));
  const onlyByUndo = /(?:Restored|Cleared|Withdrawn)$/;
  expect(Object.keys(EVENT_TRAITS).filter((type) => !events.has(type) && !onlyByUndo.test(type))).toEqual([]);
  const refusals = refusalsNamed(trials);
  expect(Object.keys(REFUSAL_EXAMPLES).filter((code) => !refusals.has(code))).toEqual([]);
  const eventsOfOthers = new Set(
    Object.values(others).flatMap((outcomes) => [...outcomes.values()].flatMap((each) => [...each.events])),
  );
  const all = Object.keys({ ...ACCOUNT_EFFECTS, ...PAYMENT_EFFECTS, ...GRANT_EFFECTS });
  expect(all.filter((type) => !eventsOfOthers.has(type))).toEqual([]);
});

test('docs/product.md names only existing screens, and the calls of every command but those of ownership', () => {
  const screens: readonly string[] = [...TABS.map(({ key }) => key), ...DASHBOARD_PAGES, ...PAGES];
  const named = [...Object.values(SCREENS_OF_COMMAND).flat(), ...Object.values(PAGE_OF_CALL)];
  expect(named.filter((screen) => screen !== null && !screens.includes(screen))).toEqual([]);
  expect(commandTypes.filter((type) => callsOf(type).length === 0)).toEqual([
    'OpenBusiness',
    'ChangeOwner',
    'EraseBusiness',
  ]);
  expect(Object.keys(commandMappings).filter((type) => !Object.hasOwn(SCREENS_OF_COMMAND, type))).toEqual([]);
});
