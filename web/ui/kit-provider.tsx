import './mantine-styles.ts';
import { getDefaultZIndex, MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { useColourScheme } from './colour-scheme.ts';
import styles from './kit-provider.module.css';
import { pageNonce, shareNonce } from './nonce.ts';
import { theme, variables } from './theme.ts';

shareNonce();

/** And below lists that are open: what is just being chosen from is never covered. */
const ABOVE_DIALOGS = getDefaultZIndex('modal') + 1;

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
      <Notifications position="bottom-center" limit={3} zIndex={ABOVE_DIALOGS} className={styles['toasts']} />
    </MantineProvider>
  );
}
