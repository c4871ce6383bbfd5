import { startEarlyReads } from './api/early-reads.ts';
import { isPageWithoutSession } from './api/page.ts';
import { GUEST_PAYMENT, readStored, SIGNED_IN_BEFORE } from './stores/local-markers.ts';

/**
 * An inline script of the HTML that runs before the first paint, while the code of the app is loading. Its size is part
 * of every page, so it has to stay small.
 */
function beforeFirstPaint(): void {
  const { dataset } = document.documentElement;
  // The HTML contains the landing page; on every other page it stays hidden until the app has rendered.
  if (location.pathname !== '/') dataset['page'] = 'app';
  const colourScheme = readStored('prumo.colour-scheme');
  // The page attribute prevents a flash of the other colour scheme.
  if (colourScheme === 'light' || colourScheme === 'dark') dataset['mantineColorScheme'] = colourScheme;
  if (!location.pathname.startsWith('/dashboard')) return;
  if (isPageWithoutSession(document)) return preloadDemo();
  const wasSignedIn = readStored(SIGNED_IN_BEFORE) === 'true';
  // A person who was signed in here will see their business, so it is requested now and not when the code has loaded. A
  // person who paid without signing in needs a marker in some calls, so those are made later as usual.
  globalThis.earlyReads = startEarlyReads(wasSignedIn && readStored(GUEST_PAYMENT) !== 'true');
  if (!wasSignedIn) preloadDemo();
}

/** Starts loading the demo, which unknown visitors will see. */
function preloadDemo(): void {
  const parts = document.currentScript?.dataset['demo'] ?? '';
  for (const href of parts.split(' ').filter((part) => part !== '')) {
    const link = document.createElement('link');
    // The mode equals that of the later import; otherwise the file would be loaded twice.
    link.crossOrigin = '';
    Object.assign(link, href.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' });
    link.href = href;
    document.head.append(link);
  }
}

beforeFirstPaint();
