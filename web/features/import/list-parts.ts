import type { SingleChange } from '#domain/business/commands.ts';
import type { RowOutcome, ReviewedChange } from './review.ts';

/** Commands that are sent as one change. */
export interface ImportPart {
  readonly commands: readonly SingleChange[];
  /** The row numbers of each command; empty for a command from an answer. */
  readonly rows: readonly (readonly number[])[];
  /** The number of added rows. */
  readonly add: number;
  readonly update: number;
}

const CALLS = 1_000;
const BYTES = 500_000;

/** The key of the recipe that a command creates or edits; '' for other commands. */
function recipeOf(change: SingleChange): string {
  if ('dishId' in change) return change.dishId;
  if ('preparationId' in change) return change.preparationId;
  return change.type === 'AddDish' || change.type === 'AddPreparation' ? change.id : '';
}

export interface ReviewOutcome {
  readonly outcomes: readonly { readonly kind: RowOutcome['kind'] }[];
  readonly changes: readonly ReviewedChange[];
}

/**
 * Splits the commands within the server's limits of calls and bytes; the lines of a recipe stay with it where they fit.
 */
export function partsOf({ changes, outcomes }: ReviewOutcome): readonly ImportPart[] {
  const groups: { readonly owner: string; readonly changes: ReviewedChange[] }[] = [];
  for (const each of changes) {
    const { change } = each;
    const owner = recipeOf(change);
    const last = groups.at(-1);
    if (last && owner !== '' && last.owner === owner) last.changes.push(each);
    else groups.push({ owner, changes: [each] });
  }
  const parts: ImportPart[] = [];
  let commands: SingleChange[] = [];
  let numbers: (readonly number[])[] = [];
  let bytes = 0;
  const cut = (): void => {
    const all = [...new Set(numbers.flat())];
    const added = all.filter((number) => outcomes[number - 1]?.kind === 'add').length;
    if (commands.length > 0) parts.push({ commands, rows: numbers, add: added, update: all.length - added });
    commands = [];
    numbers = [];
    bytes = 0;
  };
  for (const group of groups) {
    const size = group.changes.reduce((all, { change }) => all + JSON.stringify(change).length * 1.5 + 60, 0);
    if (commands.length + group.changes.length > CALLS || bytes + size > BYTES) cut();
    for (const { change, rows: indexes } of group.changes) {
      if (commands.length === CALLS) cut();
      commands.push(change);
      numbers.push(indexes.map((index) => index + 1));
    }
    bytes += size;
  }
  cut();
  return parts;
}
