import './act.ts';
import { notifications } from '@mantine/notifications';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, vi } from 'vitest';

/*
 * The files of this project share their modules and their window, because loading React and every screen for each file
 * would take two thirds of the time. Two rules make that safe:
 *
 * 1. All modules that the product imports on demand are imported before the first test. A module that is still loading
 *    when its file ends would load for ever, and the components that need it would wait in every later file.
 *    (`vi.dynamicImportSettled` knows only of imports that have begun, not of those that an idle callback begins later.)
 * 2. No file replaces a module (`vi.mock`), because modules that have imported the substitute would keep it in later
 *    files. vitest.config.ts replaces modules for all files.
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

// A page waits for its reads, which takes longer than a second on a busy machine.
configure({ asyncUtilTimeout: 30_000 });

// Files share one window, so each removes its page, its toasts and its stored data.
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
