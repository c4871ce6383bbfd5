import * as v from 'valibot';
import { fields } from './body.ts';
import { dataEndpoints } from './data.ts';
import { endpoints } from './endpoint.ts';
import { Id, Version } from './fields.ts';

/** As many as an import has rows. */
export const CHANGE_SET_LIMIT = 1_000;

type Named = keyof typeof dataEndpoints;
type WithBody = { [N in Named]: (typeof dataEndpoints)[N] extends { body: Schema } ? N : never }[Named];
type About = { [N in Named]: (typeof dataEndpoints)[N] extends { params: Schema } ? N : never }[Named];
type Schema = v.GenericSchema;

type Versioned = { [N in Named]: (typeof dataEndpoints)[N] extends { versioned: true } ? N : never }[Named];

/** What is If-Match of a call on its own. It speaks of what stood before the set, whatever the calls before it do. */
const if_match = v.optional(
  v.pipe(Version, v.description('Versão que você tem à vista; se já houver outra, 409 e nada do conjunto é feito.')),
);

/** Calls as they stand in a set: by name, with the params and the body that they have on their own. */
const stating = <N extends WithBody>(call: N) => v.object({ call: v.literal(call), body: bodyOf(call) });
const restating = <N extends WithBody & Versioned>(call: N) =>
  v.object({ call: v.literal(call), if_match, body: bodyOf(call) });
/** `id` names the thing that it adds, so that a later one of the set can speak of it. */
const adding = <N extends WithBody>(call: N) =>
  v.object({ call: v.literal(call), id: v.optional(Id), body: bodyOf(call) });
const changing = <N extends WithBody & About & Versioned>(call: N) =>
  v.object({ call: v.literal(call), params: paramsOf(call), if_match, body: bodyOf(call) });
const removing = <N extends About & Versioned>(call: N) =>
  v.object({ call: v.literal(call), params: paramsOf(call), if_match });

const bodyOf = <N extends WithBody>(call: N): (typeof dataEndpoints)[N]['body'] => dataEndpoints[call].body;
const paramsOf = <N extends About>(call: N): (typeof dataEndpoints)[N]['params'] => dataEndpoints[call].params;

const calls = [
  adding('addFixedCost'),
  changing('changeFixedCost'),
  removing('removeFixedCost'),
  adding('addVariableCost'),
  changing('changeVariableCost'),
  removing('removeVariableCost'),
  restating('recordMonthRevenue'),
  stating('stateAverageTicket'),
  adding('addIngredient'),
  changing('changeIngredient'),
  removing('removeIngredient'),
  adding('addDish'),
  changing('changeDish'),
  removing('removeDish'),
  stating('addDishIngredient'),
  changing('changeDishIngredient'),
  removing('removeDishIngredient'),
] as const;

const ChangeSet = v.pipe(
  v.array(v.variant('call', calls, 'Esta chamada não faz parte de um conjunto.'), 'Envie as mudanças em uma lista.'),
  v.minLength(1, 'Envie ao menos uma mudança.'),
  v.maxLength(CHANGE_SET_LIMIT, 'O limite é de 1.000 mudanças de uma vez.'),
);

/** One call of a set as it arrives: in domain values. */
export type CallInSet = v.InferOutput<typeof ChangeSet>[number];

/** Several changes that are one: an import, a model, a tried-out plan. */
export const changeSetEndpoints = endpoints({
  applyChanges: {
    method: 'POST',
    path: '/api/change-sets',
    access: 'owner',
    tag: 'Mudanças',
    summary: 'Faz várias mudanças de uma vez: ou todas, ou nenhuma.',
    changes: 'data',
    bodyKilobytes: 512,
    body: fields({ calls: ChangeSet }),
    reply: v.object({
      ids: v.pipe(
        v.array(v.nullable(v.string())),
        v.description('O que cada chamada incluiu, na ordem; null onde nada foi incluído.'),
      ),
    }),
  },
});
