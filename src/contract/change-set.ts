import * as v from 'valibot';
import { bodySchema } from './body.ts';
import { defineEndpoints } from './endpoint.ts';
import { averageTicketSetCalls, monthSetCalls } from './entities/month.schema.ts';
import { channelSetCalls } from './entities/channel.schema.ts';
import { dishLineSetCalls } from './entities/dish-line.schema.ts';
import { dishSetCalls } from './entities/dish.schema.ts';
import { fixedCostSetCalls } from './entities/fixed-cost.schema.ts';
import { ingredientSetCalls } from './entities/ingredient.schema.ts';
import { preparationLineSetCalls } from './entities/preparation-line.schema.ts';
import { preparationSetCalls } from './entities/preparation.schema.ts';
import { salesSetCalls } from './entities/sales.schema.ts';
import { settingsSetCalls } from './entities/settings.schema.ts';
import { purchaseSetCalls } from './entities/purchase.schema.ts';
import { stockValueSetCalls } from './entities/stock-value.schema.ts';
import { supplierSetCalls } from './entities/supplier.schema.ts';
import { variableCostSetCalls } from './entities/variable-cost.schema.ts';
import { changeRoutes } from './routes/owner.ts';
import { Id } from './fields.ts';

/** The maximum number of calls in a change set: as many as an import has rows. */
export const CHANGE_SET_LIMIT = 1_000;

const calls = [
  ...fixedCostSetCalls,
  ...variableCostSetCalls,
  ...monthSetCalls,
  ...averageTicketSetCalls,
  ...ingredientSetCalls,
  ...preparationSetCalls,
  ...preparationLineSetCalls,
  ...dishSetCalls,
  ...dishLineSetCalls,
  ...settingsSetCalls,
  ...channelSetCalls,
  ...salesSetCalls,
  ...supplierSetCalls,
  ...purchaseSetCalls,
  ...stockValueSetCalls,
] as const;

const ChangeSet = v.pipe(
  v.array(v.variant('call', calls, 'Esta chamada não faz parte de um conjunto.'), 'Envie as mudanças em uma lista.'),
  v.minLength(1, 'Envie ao menos uma mudança.'),
  v.maxLength(CHANGE_SET_LIMIT, 'O limite é de 1.000 mudanças de uma vez.'),
);

/** One call of a set after parsing: in domain values. */
export type CallInSet = v.InferOutput<typeof ChangeSet>[number];

/** Several changes as one: an import, a template, a simulated plan. */
export const changeSetEndpoints = defineEndpoints({
  applyChanges: {
    ...changeRoutes.applyChanges,
    access: 'owner',
    tag: 'Mudanças',
    summary: 'Faz várias mudanças de uma vez: ou todas, ou nenhuma.',
    bodyKilobytes: 512,
    body: bodySchema({ calls: ChangeSet }),
    reply: v.object({
      ids: v.pipe(
        v.array(v.nullable(v.string())),
        v.description('O que cada chamada incluiu, na ordem; null onde nada foi incluído.'),
      ),
    }),
  },
});

/** Undoes a change of any kind. */
export const undoEndpoints = defineEndpoints({
  undoChange: {
    ...changeRoutes.undoChange,
    access: 'owner',
    tag: 'Histórico',
    summary: 'Desfaz uma mudança inteira, se tudo o que ela tocou ainda está como ela deixou.',
    params: v.object({ id: Id }),
    reply: v.object({ id: v.pipe(v.string(), v.description('Da mudança que desfez: ela também pode ser desfeita.')) }),
  },
});
