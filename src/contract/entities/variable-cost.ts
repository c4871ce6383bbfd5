import type { VariableCost } from '#domain/business/state.ts';
import { amount, fromWire, text, toWire } from './field.ts';
import { scope } from './scope.ts';
import { type FieldsOf, listed } from './listed.ts';
import type { VariableCostBody } from './variable-cost.schema.ts';

const fields = {
  name: text('name'),
  percentage: amount('percentage'),
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
  fields,
  body: variableCostBody,
  row: variableCostRow,
});
