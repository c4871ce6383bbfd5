import './mantine-styles.ts';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { useColourScheme } from './colour-scheme.ts';
import styles from './kit-provider.module.css';
import { pageNonce, shareNonce } from './nonce.ts';
import { theme, variables } from './theme.ts';

shareNonce();

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
      <Notifications position="bottom-center" limit={3} className={styles['toasts']} />
    </MantineProvider>
  );
}
