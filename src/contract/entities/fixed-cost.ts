import { fixedCostFields } from '#domain/business/fixed-cost/fields.ts';
import type { FixedCost } from '#domain/business/state.ts';
import type { CommandMappings } from './command-mapping.ts';
import { fieldsOfTable, toDomainNames, fromWire, toWire } from './field.ts';
import type { FixedCostBody } from './fixed-cost.schema.ts';
import { listMappings } from './list-mappings.ts';

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

const { add, change, remove } = listMappings({ list: 'fixedCosts', fields, body: fixedCostBody });

export const fixedCostCommands: CommandMappings<'AddFixedCost' | 'ChangeFixedCost' | 'RemoveFixedCost'> = {
  AddFixedCost: {
    endpoint: 'addFixedCost',
    command: ({ newId, body }) => ({ type: 'AddFixedCost', id: body.id ?? newId, ...toDomainNames(fields, body) }),
    ...add,
  },
  ChangeFixedCost: {
    endpoint: 'changeFixedCost',
    command: ({ params, body, version }) => ({
      type: 'ChangeFixedCost',
      id: params.id,
      ...toDomainNames(fields, body),
      version,
    }),
    ...change,
  },
  RemoveFixedCost: {
    endpoint: 'removeFixedCost',
    command: ({ params, version }) => ({ type: 'RemoveFixedCost', id: params.id, version }),
    ...remove,
  },
};
