import { describe, expect, test } from 'vitest';
import { columnsOf, type ImportKind, IMPORTS, rowBeside } from '#web/features/import/import-kinds.ts';

/** A kind whose names are told where they differ, as a field would be that `shown` leaves out. */
const kind = {
  ...IMPORTS.ingredients,
  columns: {
    ...IMPORTS.ingredients.columns,
    name: { ...IMPORTS.ingredients.columns.name, said: (name: string) => `nome “${name}”` },
  },
} as unknown as ImportKind;
const row = (name: string, amount: number) => ({ name, unit: 'kg', amount });

describe('a row beside another one', () => {
  test('says its value', () => {
    expect(rowBeside(kind, row('Ovo', 7_500), row('Ovo', 8_000))).toBe('R$\u00A00,75\u00A0/\u00A0kg');
    expect(rowBeside(kind, row('Ovo', 7_500), undefined)).toBe('R$\u00A00,75\u00A0/\u00A0kg');
  });

  test('says besides in what else they differ', () => {
    expect(rowBeside(kind, row('Ovo', 7_500), row('Ovos', 7_500))).toBe('R$\u00A00,75\u00A0/\u00A0kg, nome “Ovo”');
  });

  test('says no more than it did where a column has no words', () => {
    const plain = IMPORTS.ingredients as unknown as ImportKind;
    expect(columnsOf(plain).find(({ is }) => is === 'name')?.said).toBeUndefined();
    expect(rowBeside(plain, row('Ovo', 7_500), row('Ovos', 7_500))).toBe('R$\u00A00,75\u00A0/\u00A0kg');
  });
});
