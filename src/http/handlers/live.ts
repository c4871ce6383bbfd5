import type { Context } from 'koa';
import type { LiveBusiness } from '../live-business.ts';
import { sendSseStream } from '../sse-streams.ts';
import type { Handlers } from '../mount.ts';
import { problems } from '../problem.ts';

interface LivePorts {
  readonly liveBusiness: LiveBusiness;
  readonly sessionHash: (ctx: Context) => Buffer | null;
}

/** The live stream of changes of the owner's business. */
export const liveHandlers = ({ liveBusiness, sessionHash }: LivePorts): Pick<Handlers, 'live'> => ({
  async live({ ctx, visitor }) {
    const hash = sessionHash(ctx);
    if (hash === null || visitor === null) throw problems.notSignedIn();
    sendSseStream(ctx, liveBusiness.follow({ hash, userId: visitor.userId, businessId: visitor.businessId }));
    return { body: undefined };
  },
});
