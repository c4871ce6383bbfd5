import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, vi } from 'vitest';

/*
 * The files of this project share their modules and their window: to load React and every screen anew for each of them
 * is two thirds of the time. What makes that safe:
 *
 * 1. Whatever the product fetches when it is needed has been fetched before the first test. A module that is on its way
 *    when its file ends stays on its way for every file after it, and what shows it waits for ever; so nothing is ever on
 *    its way. (`vi.dynamicImportSettled` knows only of what has begun by then, not of what an idle moment begins later.)
 * 2. No file puts something else in the place of a module (`vi.mock`): whoever has imported it by then keeps the
 *    substitute, in the files that come after too. What is replaced is replaced for all, in vitest.config.ts.
 */
import.meta.glob(
  [
    '/web/**/*.{ts,tsx}',
    '!/web/{main.tsx,first-paint.ts,vite.config.ts}',
    '!/web/build/**',
    '!/web/features/*/first-paint.tsx',
    '!/web/offline/service-worker.ts',
    '!/web/features/*/*-worker.ts',
    '!/web/**/*.d.ts',
  ],
  { eager: true },
);

// A field that grows with its text listens for the page's fonts, of which happy-dom has none.
Object.defineProperty(document, 'fonts', { configurable: true, value: new EventTarget() });

// A page shows itself once what it asks for has been answered: on a busy machine that takes longer than a second.
configure({ asyncUtilTimeout: 30_000 });

// What a file leaves behind is not the next one's: neither its page nor what that still says in a corner.
afterAll(async () => {
  cleanup();
  notifications.clean();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  await vi.dynamicImportSettled();
  document.body.replaceChildren();
  document.title = '';
  localStorage.clear();
  sessionStorage.clear();
});
