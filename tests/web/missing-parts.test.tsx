import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { runInAction } from 'mobx';
import { afterEach, expect, test } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { pizzeriaWithSales } from '#app/samples/pizzeria-channels.ts';
import { pizzeriaPurchases } from '#app/samples/pizzeria-purchases.ts';
import type { BusinessCommand } from '#domain/business/commands.ts';
import { Shell } from '#web/features/dashboard/shell.tsx';
import {
  CHANGES,
  PROFIT_CHANGE,
  PURCHASES,
  QUICK_PURCHASE,
  RECEIPT,
  SALES,
  SALES_REPORT,
  SHOPPING,
  SUPPLIERS,
  WHAT_IF,
} from '#web/features/navigation/addresses.ts';
import { sheetAddress } from '#web/features/navigation/dashboard-screen.ts';
import { HISTORY } from '#web/features/navigation/history-address.ts';
import { PARTS } from '#web/stores/business/parts.ts';
import { BusinessStore } from '#web/stores/business-store.ts';
import { StoresProvider } from '#web/stores/root-store.tsx';
import { createHttpClient } from '#web/api/http.ts';
import { KitProvider, LateToasts } from '#web/ui/kit-provider.tsx';
import { flushPromises } from './support/business-under-test.ts';
import { createFakeServer, idOf } from './support/fake-server.ts';
import { sessionUnderTest } from './support/session-under-test.ts';

await LateToasts.preload();
afterEach(cleanup);

const TABS = ['dashboard', 'fixed-costs', 'variable-costs', 'revenue', 'ingredients', 'recipes', 'breakeven'];

const ADDRESSES = [
  ...TABS.map((tab) => `/dashboard?tab=${tab}`),
  '/dashboard?tab=ingredients&mostrar=preparos',
  '/dashboard/importar?em=ingredients',
  CHANGES,
  HISTORY,
  PROFIT_CHANGE,
  PURCHASES,
  QUICK_PURCHASE,
  RECEIPT,
  sheetAddress('recipes', idOf('Pizza Muçarela')),
  SALES,
  SALES_REPORT,
  SHOPPING,
  SUPPLIERS,
  WHAT_IF,
];

/** A pizzeria with channels, sales, preparations and purchases. */
function pizzeriaWithPurchases(): readonly BusinessCommand[] {
  const now = new Date();
  const commands = pizzeriaWithSales(idOf, now);
  const purchases = pizzeriaPurchases({ idOf, now, months: 2, visits: [{ at: new Date(0), commands }] });
  return [...commands, ...purchases.flatMap((entry) => entry.commands)];
}

/** Waits until the code of the screen is there and its reads are answered. */
const settle = (): Promise<void> =>
  act(async () => {
    for (let i = 0; i < 30; i += 1) await flushPromises();
  });

/** Nothing at all, or the note in place of a part whose code has thrown. */
const FAILURE = /^$|parou por um erro nosso/;
const shownText = (): string => screen.getByRole('main').textContent ?? '';

/** Opens the forms and details of the first rows. */
async function openEverything(): Promise<void> {
  for (const name of [/^Editar/, /^Pizza/, /^Molho/, /^Mudar/, /^Adicionar/])
    for (const button of screen.queryAllByRole('button', { name }).slice(0, 2)) {
      fireEvent.click(button);
      await settle();
    }
}

/** Opens the screen before any part of the business is known. */
async function openEarly(address: string) {
  const server = createFakeServer(pizzeriaWithPurchases());
  const api = createHttpClient({ fetch: server.fetch, wait: () => Promise.resolve() });
  const business = new BusinessStore({ api, onSignedOut: () => undefined });
  const [path = '', search = ''] = address.split('?');
  const { hook, searchHook } = memoryLocation({ path, searchPath: search });
  render(
    <Router hook={hook} searchHook={searchHook}>
      <StoresProvider stores={{ session: sessionUnderTest().session, business, api }}>
        <KitProvider>
          <Shell header={null} notice={null} hasGuestPayment={false} />
        </KitProvider>
      </StoresProvider>
    </Router>,
  );
  await settle();
  return business;
}

test.each(ADDRESSES)('%s can be shown while any part of the business is unknown', async (address) => {
  const business = await openEarly(address);
  expect(shownText()).not.toMatch(FAILURE);
  await act(() => business.reader.open());
  await settle();
  await openEverything();
  const { readAt } = business.reader;
  expect([...readAt.keys()].toSorted()).toEqual(PARTS.toSorted());
  for (const part of PARTS) {
    await act(() =>
      runInAction(() => (business.reader.readAt = new Map([...readAt].filter(([known]) => known !== part)))),
    );
    expect(shownText(), part).not.toMatch(FAILURE);
  }
});
