import { changeSetEndpoints, undoEndpoints } from './change-set.ts';
import { averageTicketEndpoints, monthEndpoints } from './entities/month.schema.ts';
import { channelEndpoints } from './entities/channel.schema.ts';
import { dishLineEndpoints } from './entities/dish-line.schema.ts';
import { dishEndpoints } from './entities/dish.schema.ts';
import { fixedCostEndpoints } from './entities/fixed-cost.schema.ts';
import { ingredientEndpoints } from './entities/ingredient.schema.ts';
import { preparationLineEndpoints } from './entities/preparation-line.schema.ts';
import { preparationEndpoints } from './entities/preparation.schema.ts';
import { salesEndpoints, salesImportEndpoints } from './entities/sales.schema.ts';
import { settingsEndpoints } from './entities/settings.schema.ts';
import { purchaseEndpoints } from './entities/purchase.schema.ts';
import { stockValueEndpoints } from './entities/stock-value.schema.ts';
import { supplierEndpoints } from './entities/supplier.schema.ts';
import { variableCostEndpoints } from './entities/variable-cost.schema.ts';
import { figuresEndpoints } from './figures.schema.ts';
import { importMemoryEndpoints } from './import-memory.schema.ts';
import { pastEndpoints } from './past.ts';
import { defineEndpoints } from './endpoint.ts';
import { liveRoutes } from './routes/owner.ts';

/** The calls of an owner about a business: the same over HTTP and in the browser's demo. */
export const ownerEndpoints = {
  ...fixedCostEndpoints,
  ...variableCostEndpoints,
  ...monthEndpoints,
  ...averageTicketEndpoints,
  ...ingredientEndpoints,
  ...preparationEndpoints,
  ...preparationLineEndpoints,
  ...dishEndpoints,
  ...dishLineEndpoints,
  ...settingsEndpoints,
  ...channelEndpoints,
  ...salesEndpoints,
  ...supplierEndpoints,
  ...purchaseEndpoints,
  ...stockValueEndpoints,
  ...figuresEndpoints,
  ...salesImportEndpoints,
  ...changeSetEndpoints,
  ...undoEndpoints,
  ...pastEndpoints,
  ...importMemoryEndpoints,
};

export type OwnerContract = typeof ownerEndpoints;

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

/** The stream of an owner's changes, which exists over HTTP only. */
export const liveEndpoints = defineEndpoints({
  live: {
    ...liveRoutes.live,
    access: 'owner',
    tag: 'Indicadores',
    summary: 'Avisa (server-sent events) a cada mudança no negócio, assim que a leitura a tem.',
    media: 'text/event-stream',
  },
});
