import { type DishConsequence, dishConsequences } from '#domain/consequences/dish-consequences.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import type { IssuedCommand } from '#web/stores/business/pending-commands.ts';
import { notify } from '#web/ui/notify.tsx';
import { warningsText } from './wording.ts';

interface WarningOptions {
  readonly business: BusinessStore;
  readonly issueCommand: () => IssuedCommand;
  /** Receives the changed dishes as soon as the change is on screen. */
  readonly onAffectedDishes?: (consequences: readonly DishConsequence[]) => void;
  /** Opens the list of the dishes that the toast is about. */
  readonly showDishes: () => void;
}

/** Issues a command and, once it is saved, notifies about dishes that have crossed a warning threshold. */
export function issueWithWarnings({
  business,
  issueCommand,
  onAffectedDishes,
  showDishes,
}: WarningOptions): IssuedCommand {
  if (business.allData.kind !== 'known') return issueCommand();
  const before = business.state;
  const issued = issueCommand();
  if (issued.refused) return issued;
  const consequences = dishConsequences({ before, after: business.state });
  onAffectedDishes?.(consequences);
  const warnings = warningsText(consequences);
  if (warnings !== undefined) void notifyWhenSaved(issued, { text: `${warnings}.`, showDishes });
  return issued;
}

async function notifyWhenSaved(
  { outcome }: IssuedCommand,
  { text, showDishes }: { readonly text: string; readonly showDishes: () => void },
): Promise<void> {
  if ((await outcome).kind !== 'saved') return;
  notify({ text, key: 'dishes at risk', action: { label: 'Ver pratos', run: showDishes } });
}
