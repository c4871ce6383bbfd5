import { MantineProvider } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useColourScheme } from './colour-scheme.ts';
import { pageNonce, shareNonce } from './nonce.ts';
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

/**
 * Mantine's styles, only of the components in use, in a cascade layer: our own CSS wins whatever the load order. Here what
 * every screen of the dashboard stands on; what fields need comes with them.
 */

/** Where toasts appear, in a chunk of its own: none is needed for the first view. */
export const LateToasts = onDemand(async () => (await import('./toasts.tsx')).Toasts);

shareNonce();

/** Everything that Mantine components need around them: theme, nonce, colour scheme and the place for toasts. */
export function KitProvider({ children }: { readonly children: ReactNode }) {
  const [hasToasts, setHasToasts] = useState(LateToasts.isThere);
  // Nobody has done anything yet that could be told: what is to be seen comes first.
  useEffect(() => whenIdle(() => setHasToasts(true)), []);
  return (
    <MantineProvider
      theme={theme}
      withCssVariables={false} // the build writes them into mantine-variables.css
      withGlobalClasses={false}
      forceColorScheme={useColourScheme()}
      getStyleNonce={() => pageNonce() ?? ''}
    >
      {children}
      {hasToasts && <LateToasts />}
    </MantineProvider>
  );
}

/** Does something once the browser has nothing more urgent to do, soon in any case. @returns what calls it off */
function whenIdle(work: () => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, 300);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(work, { timeout: 2_000 });
  return () => cancelIdleCallback(asked);
}
