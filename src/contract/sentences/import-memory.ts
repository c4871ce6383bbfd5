import type { ImportMemoryEvent } from '#domain/import-memory/import-memory.ts';
import type { Predicates } from './sentence.ts';
import { counted } from './words.ts';

export const importMemoryPredicates: Predicates<ImportMemoryEvent> = {
  ImportMemoryChanged({ layouts, names }) {
    const files = counted(layouts.length, 'tipo de arquivo', 'tipos de arquivo');
    return `ensinou às importações ${files} e ${counted(names.length, 'nome', 'nomes')}`;
  },
};
