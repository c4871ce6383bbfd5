import { vi } from 'vitest';
import { createHttpClient } from '#web/api/http.ts';
import { BusinessStore } from '#web/stores/business-store.ts';
import type { FakeServer } from './fake-server.ts';

/** Opens a store with the real client over the fake server. Repeated requests do not wait. */
export async function openBusiness(server: FakeServer) {
  const onSignedOut = vi.fn<() => void>();
  const api = createHttpClient({ fetch: server.fetch, wait: () => Promise.resolve() });
  const business = new BusinessStore({ api, onSignedOut });
  await business.reader.open();
  return { business, api, onSignedOut };
}

/** Lets all pending promises continue. */
export const flushPromises = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

export const findByName = <Row extends { readonly name: string }>(rows: Iterable<Row>, name: string): Row => {
  for (const row of rows) if (row.name === name) return row;
  throw new Error(`not there: ${name}`);
};
