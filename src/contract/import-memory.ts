import type { ImportMemory, MemoryEntries } from '#domain/import-memory/import-memory.ts';
import type { Body, Reply } from './endpoint.ts';
import type { importMemoryEndpoints } from './import-memory.schema.ts';

type Endpoints = typeof importMemoryEndpoints;

export const importMemoryBody = ({ layouts, names }: ImportMemory): Reply<Endpoints['importMemory']> => ({
  layouts: [...layouts.values()].map(({ key, columns, channelId, answers }) => ({
    key,
    columns,
    channel_id: channelId,
    answers,
  })),
  names: [...names.values()].map(({ kind, text, id }) => ({ kind, text, id })),
});

export const memoryEntriesOf = ({ layouts, names }: Body<Endpoints['rememberImport']>): MemoryEntries => ({
  layouts: layouts.map(({ key, columns, channel_id: channelId, answers }) => ({ key, columns, channelId, answers })),
  names,
});
