import type { SingleChange } from '#domain/business/commands.ts';
import type { RowOutcome, ReviewedChange } from './review.ts';

/** Commands that are sent as one change. */
export interface ImportPart {
  readonly commands: readonly SingleChange[];
  /** The row numbers of each command; empty for a command from an answer. */
  readonly rows: readonly (readonly number[])[];
  /** The number of added rows. */
  readonly addedCount: number;
  readonly updatedCount: number;
}

const MAX_COMMANDS = 1_000;
const MAX_BYTES = 500_000;

/** The key of the recipe that a command creates or edits; '' for other commands. */
function recipeIdOf(change: SingleChange): string {
  if ('dishId' in change) return change.dishId;
  if ('preparationId' in change) return change.preparationId;
  return change.type === 'AddDish' || change.type === 'AddPreparation' ? change.id : '';
}

export interface ReviewOutcome {
  readonly outcomes: readonly { readonly kind: RowOutcome['kind'] }[];
  readonly changes: readonly ReviewedChange[];
}

/** Splits the commands by the server's limits on calls and bytes. The lines of a recipe stay with it where they fit. */
export function splitIntoParts({ changes, outcomes }: ReviewOutcome): readonly ImportPart[] {
  const groups: { readonly owner: string; readonly changes: ReviewedChange[] }[] = [];
  for (const reviewed of changes) {
    const { change } = reviewed;
    const owner = recipeIdOf(change);
    const last = groups.at(-1);
    if (last && owner !== '' && last.owner === owner) last.changes.push(reviewed);
    else groups.push({ owner, changes: [reviewed] });
  }
  const parts: ImportPart[] = [];
  let commands: SingleChange[] = [];
  let rowNumbers: (readonly number[])[] = [];
  let bytes = 0;
  const closePart = (): void => {
    const allNumbers = [...new Set(rowNumbers.flat())];
    const addedCount = allNumbers.filter((number) => outcomes[number - 1]?.kind === 'add').length;
    if (commands.length > 0)
      parts.push({ commands, rows: rowNumbers, addedCount, updatedCount: allNumbers.length - addedCount });
    commands = [];
    rowNumbers = [];
    bytes = 0;
  };
  for (const group of groups) {
    const size = group.changes.reduce((total, { change }) => total + JSON.stringify(change).length * 1.5 + 60, 0);
    if (commands.length + group.changes.length > MAX_COMMANDS || bytes + size > MAX_BYTES) closePart();
    for (const { change, rows: indexes } of group.changes) {
      if (commands.length === MAX_COMMANDS) closePart();
      commands.push(change);
      rowNumbers.push(indexes.map((index) => index + 1));
    }
    bytes += size;
  }
  closePart();
  return parts;
}
