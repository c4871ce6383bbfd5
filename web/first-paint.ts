import { beginReads } from './api/begin-reads.ts';
import { isPageWithoutSession } from './api/page.ts';
import { DIRECT_PAYMENT, SIGNED_IN_BEFORE } from './stores/local-markers.ts';

/**
 * Stands in the HTML itself and runs before the first paint, while the app's code is still on its way; bundled by the
 * build. All that it brings is paid for by every page: keep it small.
 */
function beforeFirstPaint(): void {
  const { dataset } = document.documentElement;
  // The HTML carries the landing; on every other page it stays hidden until the app draws that page.
  if (location.pathname !== '/') dataset['page'] = 'app';
  const chosen = stored('prumo.colour-scheme');
  // A visitor who chose light or dark never sees the other one flash by.
  if (chosen === 'light' || chosen === 'dark') dataset['mantineColorScheme'] = chosen;
  if (!location.pathname.startsWith('/dashboard')) return;
  if (isPageWithoutSession(document)) return fetchDemo();
  const isKnown = stored(SIGNED_IN_BEFORE) === 'true';
  // Who was signed in here is shown their business: it is asked for now, not once there is somebody to draw it. Those who
  // paid without signing in say so in some of their calls, which are made as ever.
  globalThis.begunReads = beginReads(isKnown && stored(DIRECT_PAYMENT) !== 'true');
  if (!isKnown) fetchDemo();
}

/** Whom nobody knows is shown the demonstration. */
function fetchDemo(): void {
  const parts = document.currentScript?.dataset['demo'] ?? '';
  for (const href of parts.split(' ').filter((part) => part !== '')) {
    const link = document.createElement('link');
    // In the mode of those who ask for it later: else it would be fetched twice.
    link.crossOrigin = '';
    Object.assign(link, href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' });
    link.href = href;
    document.head.append(link);
  }
}

/** Storage that is blocked is empty. */
function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

beforeFirstPaint();
