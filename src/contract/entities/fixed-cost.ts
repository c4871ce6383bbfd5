import { fixedCostFields } from '#domain/business/fixed-cost/fields.ts';
import type { FixedCost } from '#domain/business/state.ts';
import type { CommandCalls } from './command-call.ts';
import { fieldsOfTable, fromRead, fromWire, toWire } from './field.ts';
import type { FixedCostBody } from './fixed-cost.schema.ts';
import { listed } from './listed.ts';

const fields = fieldsOfTable(fixedCostFields);

export const fixedCostBody = (cost: FixedCost): FixedCostBody => ({
  id: cost.id,
  ...toWire(fields, cost),
  version: cost.version,
});

export const fixedCostRow = (body: FixedCostBody, sequence: number): FixedCost => ({
  id: body.id,
  ...fromWire(fields, body),
  version: body.version,
  sequence,
});

const { added, changed, removed } = listed({ table: 'fixedCosts', fields, body: fixedCostBody });

export const fixedCostCommands: CommandCalls<'AddFixedCost' | 'ChangeFixedCost' | 'RemoveFixedCost'> = {
  AddFixedCost: {
    call: 'addFixedCost',
    command: ({ newId, body }) => ({ type: 'AddFixedCost', id: body.id ?? newId, ...fromRead(fields, body) }),
    ...added,
  },
  ChangeFixedCost: {
    call: 'changeFixedCost',
    command: ({ params, body, version }) => ({
      type: 'ChangeFixedCost',
      id: params.id,
      ...fromRead(fields, body),
      version,
    }),
    ...changed,
  },
  RemoveFixedCost: {
    call: 'removeFixedCost',
    command: ({ params, version }) => ({ type: 'RemoveFixedCost', id: params.id, version }),
    ...removed,
  },
};
