import { type DishConsequence, dishConsequences } from '#domain/consequences/dish-consequences.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import type { IssuedCommand } from '#web/stores/business/pending-commands.ts';
import { notify } from '#web/ui/notify.ts';
import { warningsInAll } from './wording.ts';

interface WarningOptions {
  readonly business: BusinessStore;
  readonly change: () => IssuedCommand;
  /** Receives the changed dishes as soon as the change is on screen. */
  readonly onChanges?: (changes: readonly DishConsequence[]) => void;
  /** Opens the list of the dishes that the notice is about. */
  readonly showDishes: () => void;
}

/** Makes a change and, once it is saved, notifies about dishes that have crossed a warning threshold. */
export function announceWarnings({ business, change, onChanges, showDishes }: WarningOptions): IssuedCommand {
  if (business.whole.kind !== 'known') return change();
  const before = business.state;
  const issued = change();
  if (issued.refused) return issued;
  const changes = dishConsequences({ before, after: business.state });
  onChanges?.(changes);
  const warnings = warningsInAll(changes);
  if (warnings !== undefined) void announce(issued, { text: `${warnings}.`, showDishes });
  return issued;
}

async function announce(
  { outcome }: IssuedCommand,
  { text, showDishes }: { readonly text: string; readonly showDishes: () => void },
): Promise<void> {
  if ((await outcome).kind !== 'saved') return;
  notify({ text, key: 'dishes at risk', action: { label: 'Ver pratos', run: showDishes } });
}
