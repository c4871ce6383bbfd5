import { type ReactNode, useEffect, useState } from 'react';
import { asOfClient } from '#web/api/as-of-client.ts';
import { BusinessStore } from '#web/stores/business-store.ts';
import { StoresProvider, useStores } from '#web/stores/root-store.tsx';

interface PastStoresProps {
  /** A date or an ISO instant; `key` it by this. */
  readonly asOf: string;
  readonly children: ReactNode;
}

/** Everything inside sees the business as it stood then. The one of today goes on outside, and nothing of it comes in. */
export function PastStores({ asOf, children }: PastStoresProps) {
  const { session, api } = useStores();
  const [business] = useState(
    () => new BusinessStore({ api: asOfClient(api, asOf), asOf, onSignedOut: () => session.expire() }),
  );
  useEffect(() => {
    if (business.status === 'idle') void business.open();
  }, [business]);
  return <StoresProvider stores={{ session, api, business }}>{children}</StoresProvider>;
}
