import type { PastName } from '#contract/routes/owner.ts';
import type { ApiClient } from './client.ts';
import { ApiProblem } from './failures.ts';
import { isView } from '#contract/routes/views.ts';

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
