import type { VariableCost } from '#domain/business/state.ts';
import type { CommandMappings } from './command-mapping.ts';
import { variableCostFields } from '#domain/business/variable-cost/fields.ts';
import { fieldsOfTable, toDomainNames, fromWire, toWire, scope } from './field.ts';
import { type FieldsOf, listMappings } from './list-mappings.ts';
import type { VariableCostBody } from './variable-cost.schema.ts';

const fields = {
  ...fieldsOfTable(variableCostFields),
  channels: scope,
} as const satisfies FieldsOf<'VariableCost'>;

export const variableCostBody = (cost: VariableCost): VariableCostBody => ({
  id: cost.id,
  ...toWire(fields, cost),
  version: cost.version,
});

export const variableCostRow = (body: VariableCostBody, sequence: number): VariableCost => ({
  id: body.id,
  ...fromWire(fields, body),
  version: body.version,
  sequence,
});

const { add, change, remove } = listMappings({
  list: 'variableCosts',
  fields,
  body: variableCostBody,
});

export const variableCostCommands: CommandMappings<'AddVariableCost' | 'ChangeVariableCost' | 'RemoveVariableCost'> = {
  AddVariableCost: {
    endpoint: 'addVariableCost',
    command: ({ newId, body }) => ({ type: 'AddVariableCost', id: body.id ?? newId, ...toDomainNames(fields, body) }),
    ...add,
  },
  ChangeVariableCost: {
    endpoint: 'changeVariableCost',
    command: ({ params, body, version }) => ({
      type: 'ChangeVariableCost',
      id: params.id,
      ...toDomainNames(fields, body),
      version,
    }),
    ...change,
  },
  RemoveVariableCost: {
    endpoint: 'removeVariableCost',
    command: ({ params, version }) => ({ type: 'RemoveVariableCost', id: params.id, version }),
    ...remove,
  },
};
