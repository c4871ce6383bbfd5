import type { VariableCost } from '#domain/business/state.ts';
import { variableCostFields } from '#domain/business/variable-cost/fields.ts';
import { fieldsOfTable, fromWire, toWire } from './field.ts';
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

export const variableCostCommands = listed({
  noun: 'VariableCost',
  table: 'variableCosts',
  path: '/api/variable-costs',
  fields,
  body: variableCostBody,
  row: variableCostRow,
});
