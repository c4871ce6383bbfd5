import { endpoints } from './endpoint.ts';
import { liveRoutes } from './routes/owner.ts';

/** What goes over the line, one event each: `event: changed`, `data: {"positions":["…"]}`. */
export interface LiveEvents {
  /** How far the business is, when the line begins, and whenever changes cannot be named one by one. */
  readonly at: { readonly position: string };
  /** Commands that changed the business, by the position of the last event of each: what X-Position said to who sent it. */
  readonly changed: { readonly positions: readonly string[] };
  /** The session has ended, lost its right or shows another business: what follows on this line is nothing. */
  readonly over: Readonly<Record<string, never>>;
}

export const liveEndpoints = endpoints({
  live: {
    ...liveRoutes.live,
    access: 'owner',
    tag: 'Indicadores',
    summary: 'Avisa (server-sent events) a cada mudança no negócio, assim que a leitura a tem.',
    media: 'text/event-stream',
  },
});
