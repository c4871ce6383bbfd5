import {
  decideImportMemory,
  emptyImportMemory,
  evolveImportMemory,
  type ImportMemory,
  isImportMemoryEventType,
  MEMORY_LIMITS,
  nameKey,
  type RememberedLayout,
  type RememberedName,
  type MemoryEntries,
} from '#domain/import-memory/import-memory.ts';
import { describe, expect, test } from 'vitest';

const layout = (key: string, product = 0): RememberedLayout => ({
  key,
  columns: { product, date: null },
  channelId: null,
  answers: {},
});
const dish = (text: string, id: string | null): RememberedName => ({ kind: 'dish', text, id });

const decided = (state: ImportMemory, { layouts = [], names = [] }: Partial<MemoryEntries>) =>
  decideImportMemory(state, { type: 'Remember', layouts, names });
const memoryAfter = (...imports: readonly Partial<MemoryEntries>[]): ImportMemory =>
  imports.reduce<ImportMemory>(
    (state, taught) => decided(state, taught).reduce(evolveImportMemory, state),
    emptyImportMemory,
  );

describe('the memory of the imports', () => {
  test('adds new layouts and names in one event', () => {
    const taught = { layouts: [layout('a')], names: [dish('Calabresa G', 'd1'), dish('Taxa', null)] };
    expect(decided(emptyImportMemory, taught)).toEqual([{ type: 'ImportMemoryChanged', data: taught }]);
    const { layouts, names } = memoryAfter(taught);
    expect([...layouts.values()]).toEqual(taught.layouts);
    expect([...names.values()]).toEqual(taught.names);
  });

  test('replaces layouts by key and names by kind and compared name, and records only differences', () => {
    const known = memoryAfter({ layouts: [layout('a'), layout('b')], names: [dish('Pão', 'd1'), dish('Água', 'd2')] });
    expect(
      decided(known, { layouts: [layout('a', 3), layout('b')], names: [dish(' PAO', 'd9'), dish('agua', 'd2')] }),
    ).toEqual([{ type: 'ImportMemoryChanged', data: { layouts: [layout('a', 3)], names: [dish(' PAO', 'd9')] } }]);
    const other = memoryAfter({ names: [dish('Pão', 'd1'), { kind: 'ingredient', text: 'Pão', id: 'i1' }] });
    expect(other.names.size).toBe(2);
    expect(other.names.get(nameKey({ kind: 'ingredient', text: 'pao' }))?.id).toBe('i1');
  });

  test('records nothing that is already known, and keeps the last of two equal names in one import', () => {
    const known = memoryAfter({ layouts: [layout('a')], names: [dish('Pão', null)] });
    expect(decided(known, { layouts: [layout('a')], names: [dish('PÃO', null)] })).toEqual([]);
    expect(decided(known, {})).toEqual([]);
    expect(memoryAfter({ names: [dish('Pão', 'd1'), dish('pão', 'd2')] }).names.get('dish pao')?.id).toBe('d2');
  });

  test('drops the oldest layouts and names above its limits', () => {
    const keys = Array.from({ length: MEMORY_LIMITS.layouts }, (_, place) => `k${place}`);
    const full = memoryAfter({ layouts: keys.map((key) => layout(key)) });
    const { layouts } = memoryAfter(
      { layouts: [...full.layouts.values()] },
      { layouts: [layout('k0', 5), layout('new')] },
    );
    expect([...layouts.keys()]).toEqual([...keys.slice(2), 'k0', 'new']);
    const names = Array.from({ length: MEMORY_LIMITS.names }, (_, place) => dish(`p${place}`, null));
    const memory = memoryAfter({ names }, { names: [dish('novo', null)] });
    expect([memory.names.size, memory.names.has('dish p0'), memory.names.has('dish novo')]).toEqual([
      MEMORY_LIMITS.names,
      false,
      true,
    ]);
  });

  test('recognises its own event type and no other word', () => {
    expect(['ImportMemoryChanged', 'BusinessOpened', 'toString'].map(isImportMemoryEventType)).toEqual([
      true,
      false,
      false,
    ]);
  });
});
