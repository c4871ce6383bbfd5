import './mantine-styles.ts';
import { MantineProvider } from '@mantine/core';
import type { ReactNode } from 'react';
import { useColourScheme } from './colour-scheme.ts';
import { pageNonce, shareNonce } from './nonce.ts';
import { onDemand } from './on-demand.tsx';
import { theme, variables } from './theme.ts';

shareNonce();

// Nobody has done anything yet that could be told: what is to be seen comes first.
const Toasts = onDemand(async () => (await import('./toasts.tsx')).Toasts);

/** Everything that Mantine components need around them: theme, nonce, colour scheme and the place for toasts. */
export function KitProvider({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      forceColorScheme={useColourScheme()}
      getStyleNonce={() => pageNonce() ?? ''}
    >
      {children}
      <Toasts />
    </MantineProvider>
  );
}
