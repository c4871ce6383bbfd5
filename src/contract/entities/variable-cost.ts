import type { VariableCost } from '#domain/business/state.ts';
import type { CommandCalls } from './command-call.ts';
import { variableCostFields } from '#domain/business/variable-cost/fields.ts';
import { fieldsOfTable, fromRead, fromWire, toWire } from './field.ts';
import { scope } from './scope.ts';
import { type FieldsOf, listed } from './listed.ts';
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

const { added, changed, removed } = listed({
  table: 'variableCosts',
  fields,
  body: variableCostBody,
});

export const variableCostCommands: CommandCalls<'AddVariableCost' | 'ChangeVariableCost' | 'RemoveVariableCost'> = {
  AddVariableCost: {
    call: 'addVariableCost',
    command: ({ newId, body }) => ({ type: 'AddVariableCost', id: body.id ?? newId, ...fromRead(fields, body) }),
    ...added,
  },
  ChangeVariableCost: {
    call: 'changeVariableCost',
    command: ({ params, body, version }) => ({
      type: 'ChangeVariableCost',
      id: params.id,
      ...fromRead(fields, body),
      version,
    }),
    ...changed,
  },
  RemoveVariableCost: {
    call: 'removeVariableCost',
    command: ({ params, version }) => ({ type: 'RemoveVariableCost', id: params.id, version }),
    ...removed,
  },
};
