import { type ReactNode, useEffect, useState } from 'react';
import { BusinessStore } from '#web/stores/business-store.ts';
import { StoresProvider, useStores } from '#web/stores/root-store.tsx';
import type { PastReadName } from '#contract/routes/owner.ts';
import type { OwnerClient } from '#web/api/client.ts';
import { ApiProblem } from '#web/api/failures.ts';
import { isView } from '#contract/routes/views.ts';
import { EmptyNote } from '#web/ui/note.tsx';

interface PastStoresProps {
  /** A date or an ISO instant, which must also be the component's `key`. */
  readonly asOf: string;
  readonly children: ReactNode;
}

/**
 * Stores with the business as it was at a moment, for everything inside. The current business stays outside and
 * unaffected.
 */
export function PastStores({ asOf, children }: PastStoresProps) {
  const { session, api } = useStores();
  const [business] = useState(
    () => new BusinessStore({ api: asOfClient(api, asOf), asOf, onSignedOut: () => session.expire() }),
  );
  useEffect(() => {
    if (business.reader.status === 'idle') void business.reader.open();
  }, [business]);
  return <StoresProvider stores={{ session, api, business }}>{children}</StoresProvider>;
}

/** The list of sales is no view of its own, but can be read as of a moment too. */
const SALES = 'listSales' satisfies PastReadName;

/** A read-only client for the business as it was at a moment. @param asOf a date or an ISO instant */
export const asOfClient = (api: OwnerClient, asOf: string): OwnerClient => ({
  call(name, input) {
    // The contract gives all these reads the parameter, which the type of `name` does not show.
    if (isView(name) || name === SALES)
      return api.call(name, { ...input, query: { ...input.query, as_of: asOf } } as typeof input);
    return Promise.reject(
      new ApiProblem({ status: 409, code: 'past', detail: 'Esta é uma consulta ao passado: nada dela pode mudar.' }),
    );
  },
});

interface PresentOnlyProps {
  readonly children: ReactNode;
  /** Content for the past. */
  readonly fallback?: ReactNode;
}

/** Content for the present only, such as forms and tasks: the past cannot be changed. */
export const PresentOnly = ({ children, fallback = null }: PresentOnlyProps) => (
  <>{useStores().business.isPast ? fallback : children}</>
);

/** An empty list of the past, without the advice to fill it. */
export const EmptyPastNote = () => <EmptyNote text="Nada cadastrado até este dia." />;
