import { channelsNamedIn, type NamesChannels } from '#contract/entities/scope.ts';
import type { BusinessCommand } from '#domain/business/commands.ts';

/** Where commands name things. */
const ID_FIELDS = ['id', 'copyId', 'dishId', 'preparationId', 'ingredientId', 'channelId', 'byId'];
/** Where they name several. */
const ID_LISTS = ['ids', 'keep'];

const fieldIn = (command: BusinessCommand, field: string): unknown =>
  (command as Readonly<Record<string, unknown>>)[field];

const listIn = (command: BusinessCommand, field: string): readonly string[] =>
  (fieldIn(command, field) as readonly string[] | undefined) ?? [];

/** The things that a command names. */
export function idsIn(command: BusinessCommand): readonly string[] {
  if (command.type === 'ApplyChangeSet') return command.commands.flatMap(idsIn);
  const own = ID_FIELDS.flatMap((field) => {
    const value = fieldIn(command, field);
    return typeof value === 'string' ? [value] : [];
  });
  const several = ID_LISTS.flatMap((field) => listIn(command, field));
  return [...own, ...several, ...channelsNamedIn(command)];
}

/** The thing that a command is about; of a dish's line its ingredient. */
export function subjectOf(command: BusinessCommand): string {
  if ('copyId' in command) return command.copyId;
  if ('id' in command) return command.id;
  if ('ingredientId' in command) return command.ingredientId;
  if ('month' in command) return String(command.month);
  return command.type;
}

/** The same command about a thing that has got its real id. */
export function commandRenamed<C extends BusinessCommand>(command: C, from: string, to: string): C {
  const renamed: Record<string, unknown> = { ...command };
  if (command.type === 'ApplyChangeSet')
    renamed['commands'] = command.commands.map((one) => commandRenamed(one, from, to));
  for (const field of ID_FIELDS) if (renamed[field] === from) renamed[field] = to;
  for (const field of ID_LISTS)
    if (field in command) renamed[field] = listIn(command, field).map((id) => (id === from ? to : id));
  const { channels, prices } = command as NamesChannels;
  if (channels) renamed['channels'] = channels.map((id) => (id === from ? to : id));
  if (prices)
    renamed['prices'] = Object.fromEntries(Object.entries(prices).map(([id, price]) => [id === from ? to : id, price]));
  return renamed as C;
}
