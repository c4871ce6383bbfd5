import { historyCalls } from '#app/history/history-calls.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { PastName } from '#contract/routes/owner.ts';
import type { PastReads } from '#queries/past-reads.ts';
import { businessOf } from '../business-of.ts';
import type { Call } from '../call.ts';
import type { Handlers } from '../mount.ts';
import { problems } from '../problem.ts';

interface HistoryPorts {
  readonly pastReads: PastReads;
  readonly clock: () => Date;
}

/** Handlers of every read of the history: they differ only in what `historyCalls` says of them. */
export function historyHandlers({ pastReads, clock }: HistoryPorts): Pick<Handlers, PastName> {
  const handlers = (Object.keys(historyCalls) as PastName[]).map((name) => [
    name,
    async ({ visitor, params, query }: Call<Endpoint>) => {
      if (!visitor) throw problems.notSignedIn();
      const asked = { businessId: businessOf(visitor), userId: visitor.userId, now: clock() };
      return { body: await pastReads.answer({ ...asked, kind: 'history', name, params, query }) };
    },
  ]);
  return Object.fromEntries(handlers) as Pick<Handlers, PastName>;
}
