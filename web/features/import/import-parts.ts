import type { SingleCommand } from '#domain/business/commands.ts';
import type { RowOutcome, ReviewedCommand } from './review.ts';

/** A part of an import: commands that are sent as one change. */
export interface ImportPart {
  readonly commands: readonly SingleCommand[];
  /** The row numbers of each command; empty for a command from an answer. */
  readonly rowNumbers: readonly (readonly number[])[];
  /** The number of added rows. */
  readonly addedCount: number;
  readonly updatedCount: number;
}

const MAX_COMMANDS = 1_000;
const MAX_BYTES = 500_000;
/** A character of JSON takes up to two bytes in Portuguese texts; the envelope of a call takes about sixty more. */
const BYTES_PER_CHARACTER = 1.5;
const ENVELOPE_BYTES = 60;

/** The id of the recipe that a command creates or edits; '' for other commands. */
function recipeIdOf(command: SingleCommand): string {
  if ('dishId' in command) return command.dishId;
  if ('preparationId' in command) return command.preparationId;
  return command.type === 'AddDish' || command.type === 'AddPreparation' ? command.id : '';
}

export interface ReviewResult {
  readonly rowOutcomes: readonly { readonly kind: RowOutcome['kind'] | 'ignored' }[];
  readonly commands: readonly ReviewedCommand[];
}

/** Splits the commands by the server's limits on calls and bytes. The lines of a recipe stay with it where they fit. */
export function splitIntoParts({ commands: allCommands, rowOutcomes }: ReviewResult): readonly ImportPart[] {
  const groups: { readonly recipeId: string; readonly reviewedCommands: ReviewedCommand[] }[] = [];
  for (const reviewed of allCommands) {
    const { command } = reviewed;
    const recipeId = recipeIdOf(command);
    const last = groups.at(-1);
    if (last && recipeId !== '' && last.recipeId === recipeId) last.reviewedCommands.push(reviewed);
    else groups.push({ recipeId, reviewedCommands: [reviewed] });
  }
  const parts: ImportPart[] = [];
  let commands: SingleCommand[] = [];
  let rowNumbers: (readonly number[])[] = [];
  let bytes = 0;
  const closePart = (): void => {
    const allNumbers = [...new Set(rowNumbers.flat())];
    const addedCount = allNumbers.filter((number) => rowOutcomes[number - 1]?.kind === 'add').length;
    if (commands.length > 0)
      parts.push({ commands, rowNumbers, addedCount, updatedCount: allNumbers.length - addedCount });
    commands = [];
    rowNumbers = [];
    bytes = 0;
  };
  for (const group of groups) {
    const size = group.reviewedCommands.reduce(
      (total, { command }) => total + JSON.stringify(command).length * BYTES_PER_CHARACTER + ENVELOPE_BYTES,
      0,
    );
    if (commands.length + group.reviewedCommands.length > MAX_COMMANDS || bytes + size > MAX_BYTES) closePart();
    for (const { command, rowIndexes } of group.reviewedCommands) {
      if (commands.length === MAX_COMMANDS) closePart();
      commands.push(command);
      rowNumbers.push(rowIndexes.map((index) => index + 1));
    }
    bytes += size;
  }
  closePart();
  return parts;
}
