import { describe, expect, test } from 'vitest';
import { emptyBusiness } from '#domain/business/state.ts';
import { IMPORTS, entityImportKind } from '#web/features/fields/entity-imports.ts';
import { rowComparedWith } from '#web/features/import/row-view.ts';

/** An import kind whose name column has words for a difference, as a field has that the row's text leaves out. */
const plain = entityImportKind(IMPORTS.ingredients, () => emptyBusiness);
const kind = {
  ...plain,
  columns: plain.columns.map((column) =>
    column.is === 'name' ? { ...column, toSentence: (name: unknown) => `nome “${String(name)}”` } : column,
  ),
};
const row = (name: string, amount: number) => ({ name, unit: 'kg', amount });

describe('the comparison of an imported row with the existing one', () => {
  test('names the imported value', () => {
    expect(rowComparedWith(kind, row('Ovo', 7_500), row('Ovo', 8_000))).toBe('R$\u00A00,75\u00A0/\u00A0kg');
    expect(rowComparedWith(kind, row('Ovo', 7_500), undefined)).toBe('R$\u00A00,75\u00A0/\u00A0kg');
  });

  test('names other differences as well', () => {
    expect(rowComparedWith(kind, row('Ovo', 7_500), row('Ovos', 7_500))).toBe(
      'R$\u00A00,75\u00A0/\u00A0kg, nome “Ovo”',
    );
  });

  test('names only the imported value when the other column has no words for a difference', () => {
    expect(plain.columns.find(({ is }) => is === 'name')?.toSentence).toBeUndefined();
    expect(rowComparedWith(plain, row('Ovo', 7_500), row('Ovos', 7_500))).toBe('R$\u00A00,75\u00A0/\u00A0kg');
  });
});
