import { MantineProvider } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useColourScheme } from './colour-scheme.ts';
import { theme } from './theme.ts';
import { onDemand } from './on-demand.tsx';
import '@mantine/core/styles/baseline.layer.css';
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/global.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/Button.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import './mantine-variables.css';
import './mantine-tuning.css';
import { setNonce } from 'get-nonce';

/**
 * Mantine's styles, only those of the components in use, in a cascade layer, so that our own CSS wins whatever the load
 * order. Every screen of the dashboard needs these; those of fields come with the fields.
 */

/** The place of toasts, in a chunk of its own, because the first view needs none. */
export const LateToasts = onDemand(async () => (await import('./toasts.tsx')).Toasts);

shareNonce();

/** The context of Mantine components: theme, nonce, colour scheme and the place of toasts. */
export function KitProvider({ children }: { readonly children: ReactNode }) {
  const [hasToasts, setHasToasts] = useState(LateToasts.isLoaded);
  // No toast can appear yet, so the first view loads before them.
  useEffect(() => runWhenIdle(() => setHasToasts(true)), []);
  return (
    <MantineProvider
      theme={theme}
      withCssVariables={false} // The build writes them into mantine-variables.css.
      withGlobalClasses={false}
      forceColorScheme={useColourScheme()}
      getStyleNonce={() => pageNonce() ?? ''}
    >
      {children}
      {hasToasts && <LateToasts />}
    </MantineProvider>
  );
}

/** Runs `work` once the browser is idle, or after a short time in any case. @returns a function that cancels it */
function runWhenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, 300);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work, { timeout: 2_000 });
  return () => cancelIdleCallback(handle);
}

/** The content security policy's nonce of this page; undefined if the server sets none (development, tests). */
export function pageNonce(): string | undefined {
  const content = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  return content === undefined || content === '' || content.startsWith('__') ? undefined : content;
}

/** Provides the nonce to libraries that write style elements (scroll lock of dialogs and selects). */
function shareNonce(): void {
  const nonce = pageNonce();
  if (nonce !== undefined) setNonce(nonce);
}
