import { count } from '#domain/format.ts';
import type { ImportKind } from '../fields/import-kind.ts';

/** '12 insumos incluídos, 1 atualizado' */
export function takenInWords(
  { words: { one, many, isFeminine } }: { readonly words: Pick<ImportKind['words'], 'one' | 'many' | 'isFeminine'> },
  { add, update }: { readonly add: number; readonly update: number },
): string {
  const ending = isFeminine ? 'a' : 'o';
  const parts = [
    ...(add > 0 ? [`${count(add)} ${add === 1 ? `${one} incluíd${ending}` : `${many} incluíd${ending}s`}`] : []),
    ...(update > 0 ? [`${count(update)} atualizad${ending}${update === 1 ? '' : 's'}`] : []),
  ];
  return parts.join(', ');
}

/** 'Planilha trazida: 120 linhas incluídas, 1 atualizada' */
export const workbookTakenInWords = (sum: { readonly add: number; readonly update: number }): string =>
  `Planilha trazida: ${takenInWords({ words: { one: 'linha', many: 'linhas', isFeminine: true } }, sum)}`;
