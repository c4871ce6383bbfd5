import { type ReactNode, useEffect, useState } from 'react';
import { BusinessStore } from '#web/stores/business-store.ts';
import { StoresProvider, useStores } from '#web/stores/root-store.tsx';
import type { PastName } from '#contract/routes/owner.ts';
import type { ApiClient } from '../../api/client.ts';
import { ApiProblem } from '../../api/failures.ts';
import { isView } from '#contract/routes/views.ts';

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

/** What was sold is looked back at, and as of a moment too. */
const SALES = 'listSales' satisfies PastName;

/** The same business as it stood at a moment: nothing of it can be changed. @param asOf a date or an ISO instant */
export const asOfClient = (api: ApiClient, asOf: string): ApiClient => ({
  call(name, sent) {
    // Every view takes it, and what was sold: the contract says so, the type of `name` does not.
    if (isView(name) || name === SALES)
      return api.call(name, { ...sent, query: { ...sent.query, as_of: asOf } } as typeof sent);
    return Promise.reject(
      new ApiProblem({ status: 409, code: 'past', detail: 'Esta é uma consulta ao passado: nada dela pode mudar.' }),
    );
  },
});
