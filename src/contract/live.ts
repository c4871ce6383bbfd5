import { defineEndpoints } from './endpoint.ts';
import { liveRoutes } from './routes/owner.ts';

/** Events of the live stream: `event: changed`, `data: {"positions":["…"]}`. */
export interface LiveEvents {
  /** The position of the business, at the start of a stream, and whenever changes cannot be named one by one. */
  readonly at: { readonly position: string };
  /**
   * Commands that changed the business, by the position of their last event, which is also the X-Position of their
   * reply.
   */
  readonly changed: { readonly positions: readonly string[] };
  /** The session has ended, lost its right or shows another business: the stream sends no further events. */
  readonly over: Readonly<Record<string, never>>;
}

export const liveEndpoints = defineEndpoints({
  live: {
    ...liveRoutes.live,
    access: 'owner',
    tag: 'Indicadores',
    summary: 'Avisa (server-sent events) a cada mudança no negócio, assim que a leitura a tem.',
    media: 'text/event-stream',
  },
});
