import './mantine-styles.ts';
import { MantineProvider } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useColourScheme } from './colour-scheme.ts';
import { LateToasts } from './late-toasts.ts';
import { pageNonce, shareNonce } from './nonce.ts';
import { theme } from './theme.ts';
import { whenIdle } from './when-idle.ts';

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
