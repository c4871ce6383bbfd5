import { replySchemas, inputSchemas } from '#contract/entities/field.schema.ts';
import { fieldsOfTable, fromWire, toWire } from '#contract/entities/field.ts';
import { changePhrases } from '#contract/sentences/sentence.ts';
import { amount, entityName, fields, optionalText, type TypesOf } from '#domain/business/field.ts';
import {
  changeEvolution,
  changesOf,
  changeTraits,
  valuesWithoutNulls,
  type TableRow,
  valuesOf,
} from '#domain/business/field-events.ts';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';

/** A table with an optional text, to test the generic functions without an entity of the product. */
const table = fields({
  name: entityName({
    nameWithArticle: 'o nome',
    label: 'Nome',
    example: 'Forno',
    importHeadings: ['nome'],
    max: 10,
    changed: 'OvenRenamed',
  }),
  price: amount({
    nameWithArticle: 'o preço',
    label: 'Preço pago',
    example: '0,00',
    importHeadings: ['preco'],
    rule: { kind: 'money', min: 0, max: 1_000_000 },
    changed: 'OvenRepriced',
  }),
  note: optionalText({
    nameWithArticle: 'a observação',
    label: 'Observação',
    example: '',
    importHeadings: ['observacao'],
    max: 20,
    changed: 'OvenNoteChanged',
  }),
});
interface OvenTypes extends TypesOf<typeof table> {}
const oven: TableRow<OvenTypes> = { id: 'a', version: 1, sequence: 0, name: 'Forno', price: 500_000, note: null };

describe('a table of fields', () => {
  test('makes one event per changed field, in the order of the table, with the new name after a rename', () => {
    const events = changesOf(table, oven, { note: 'a lenha', price: 600_000, name: 'Fornão' });
    expect(events).toEqual([
      { type: 'OvenRenamed', data: { id: 'a', from: 'Forno', to: 'Fornão' } },
      { type: 'OvenRepriced', data: { id: 'a', name: 'Fornão', from: 500_000, to: 600_000 } },
      { type: 'OvenNoteChanged', data: { id: 'a', name: 'Fornão', from: null, to: 'a lenha' } },
    ]);
    expect(changesOf(table, oven, { name: 'Forno', note: null })).toEqual([]);
  });

  test('applies each event to the row and increments its version', () => {
    const rows = new Map([[oven.id, oven]]);
    const evolution = changeEvolution(table, (draft: typeof rows) => draft);
    evolution.OvenRenamed(rows, { id: 'a', from: 'Forno', to: 'Fornão' });
    evolution.OvenNoteChanged(rows, { id: 'a', name: 'Fornão', from: null, to: 'a lenha' });
    expect(rows.get('a')).toEqual({ ...oven, name: 'Fornão', note: 'a lenha', version: 3 });
  });

  test('reads rows without a newer field and omits empty fields when writing', () => {
    const given = { name: 'Forno', price: 1 };
    expect(valuesOf(table, given)).toEqual({ ...given, note: null });
    expect(valuesWithoutNulls(table, { ...given, note: null })).toEqual(given);
  });

  test('lists for each event its field and whether it can change figures', () => {
    expect(changeTraits('oven', table)).toEqual({
      OvenRenamed: { entity: 'oven', effect: 'changed', field: 'name', changesFigures: false },
      OvenRepriced: { entity: 'oven', effect: 'changed', field: 'price', changesFigures: true },
      OvenNoteChanged: { entity: 'oven', effect: 'changed', field: 'note', changesFigures: false },
    });
  });

  test('survives a round trip over the wire, also from an older program', () => {
    const wire = fieldsOfTable(table);
    const body = { name: 'Forno', price: 50, note: 'a lenha' };
    expect(toWire(wire, { ...oven, note: 'a lenha' })).toEqual(body);
    expect(fromWire(wire, body)).toEqual({ name: 'Forno', price: 500_000, note: 'a lenha' });
    const older: object = { name: 'Forno', price: 50 };
    expect(fromWire(wire, older as typeof body)).toEqual({ name: 'Forno', price: 500_000, note: null });
    expect(v.is(v.object(replySchemas(table)), { ...body, note: null })).toBe(true);
  });

  test('validates bodies with a message for each wrong field', () => {
    const schema = v.object(inputSchemas(table));
    expect(v.parse(schema, { name: ' Forno ', price: '50', note: ' ' })).toEqual({
      name: 'Forno',
      price: 500_000,
      note: null,
    });
    expect(v.parse(schema, { name: 'Forno', price: 50 })).toEqual({ name: 'Forno', price: 500_000 });
    const { issues } = v.safeParse(schema, { name: 'x'.repeat(11), price: 101, note: 'x'.repeat(21) });
    expect(issues?.map(({ message }) => message)).toEqual([
      'O nome pode ter no máximo 10 caracteres.',
      'O maior valor aceito é 100.',
      'A observação pode ter no máximo 20 caracteres.',
    ]);
  });

  test('describes each change in a sentence, which a custom one replaces', () => {
    const said = changePhrases('o forno', table, { OvenRepriced: () => 'pagou outro preço' });
    expect(said.OvenRenamed({ id: 'a', from: 'Forno', to: 'Fornão' })).toBe(
      'mudou o nome do forno “Forno” para “Fornão”',
    );
    expect(said.OvenRepriced({ id: 'a', name: 'Forno', from: 1, to: 2 })).toBe('pagou outro preço');
    expect(said.OvenNoteChanged({ id: 'a', name: 'Forno', from: null, to: 'a lenha' })).toBe(
      'mudou a observação de “Forno” de nada para “a lenha”',
    );
  });
});
