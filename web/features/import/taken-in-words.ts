import { count } from '#domain/format.ts';
import type { ImportKind } from './import-kinds.ts';

/** '12 insumos incluídos, 1 atualizado' */
export function takenInWords(
  { words: { one, many } }: ImportKind,
  { add, update }: { readonly add: number; readonly update: number },
): string {
  const parts = [
    ...(add > 0 ? [`${count(add)} ${add === 1 ? `${one} incluído` : `${many} incluídos`}`] : []),
    ...(update > 0 ? [`${count(update)} ${update === 1 ? 'atualizado' : 'atualizados'}`] : []),
  ];
  return parts.join(', ');
}
