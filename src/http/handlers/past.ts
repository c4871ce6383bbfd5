import type { Endpoint } from '#contract/endpoint.ts';
import type { OwnerContract } from '#contract/owner.ts';
import type { ViewName } from '#contract/routes/views.ts';
import type { PastReads } from '#queries/past-reads.ts';
import { businessIdOf } from '../live-business.ts';
import type { EndpointRequest, Handler } from '../endpoint-request.ts';
import { problems } from '../problem.ts';
import { historyReads } from '#app/history/history-reads.ts';
import type { PastReadName } from '#contract/routes/owner.ts';
import type { Handlers } from '../mount.ts';

interface AsOfPorts {
  readonly pastReads: PastReads;
  readonly clock: () => Date;
}

/** Answers an owner's reads as of a moment, by folding the events up to then. The rights are those of today. */
export function asOfViews({ pastReads, clock }: AsOfPorts): (name: ViewName) => Handler<Endpoint> {
  return (name) => async (call) => {
    const { visitor, query } = call as EndpointRequest<OwnerContract[ViewName]>;
    if (!visitor) throw problems.notSignedIn();
    const asOf = query.as_of;
    if (!asOf) throw problems.invalid({ as_of: 'Informe a data.' });
    const read = { businessId: businessIdOf(visitor), userId: visitor.userId, now: clock() };
    return { body: await pastReads.answer({ ...read, kind: 'view', name, asOf }) };
  };
}

interface HistoryPorts {
  readonly pastReads: PastReads;
  readonly clock: () => Date;
}

/** Handlers of every read of the history: they differ only in their entry in `historyReads`. */
export function historyHandlers({ pastReads, clock }: HistoryPorts): Pick<Handlers, PastReadName> {
  const handlers = (Object.keys(historyReads) as PastReadName[]).map((name) => [
    name,
    async ({ visitor, params, query }: EndpointRequest<Endpoint>) => {
      if (!visitor) throw problems.notSignedIn();
      const read = { businessId: businessIdOf(visitor), userId: visitor.userId, now: clock() };
      return { body: await pastReads.answer({ ...read, kind: 'history', name, params, query }) };
    },
  ]);
  return Object.fromEntries(handlers) as Pick<Handlers, PastReadName>;
}
