import { fixedCostFields } from '#domain/business/fixed-cost/fields.ts';
import type { FixedCost } from '#domain/business/state.ts';
import { fieldsOfTable, fromWire, toWire } from './field.ts';
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

export const fixedCostCommands = listed({
  noun: 'FixedCost',
  table: 'fixedCosts',
  fields,
  body: fixedCostBody,
  row: fixedCostRow,
});
