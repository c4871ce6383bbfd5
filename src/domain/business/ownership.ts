import { nothingChanged } from './decision.ts';
import type { BusinessDraft, Evolution } from './business-draft.ts';
import type { Inverses } from './inverse.ts';
import type { Command, Event } from './message.ts';
import type { SingleRefusal, UndoRefusal } from './refusals.ts';
import { type Business, emptyBusiness } from './state.ts';

export type OwnershipCommand =
  | Command<'OpenBusiness', { ownerId: string }>
  /** Requested by the current owner, or on their behalf. */
  | Command<'ChangeOwner', { to: string }>
  | Command<'EraseBusiness', unknown>;

export type OwnershipEvent =
  | Event<'BusinessOpened', { ownerId: string }>
  /** The business went to another account with all its contents: a guest has signed in. */
  | Event<'BusinessOwnerChanged', { from: string; to: string }>
  /** All contents are erased for good, and no further events can follow. */
  | Event<'BusinessErased', Record<string, never>>;

/** The owner of the business after an event; null before it is opened and after it is erased. */
export function ownerAfter(event: OwnershipEvent): string | null {
  switch (event.type) {
    case 'BusinessOpened':
      return event.data.ownerId;
    case 'BusinessOwnerChanged':
      return event.data.to;
    case 'BusinessErased':
      return null;
    default:
      return event satisfies never;
  }
}

/** Decides opening, moving and erasing. The business must not be erased already. */
export function decideOwnership(
  { ownerId }: Business,
  command: OwnershipCommand,
): readonly OwnershipEvent[] | SingleRefusal {
  if (command.type === 'OpenBusiness')
    return ownerId === null
      ? [{ type: 'BusinessOpened', data: { ownerId: command.ownerId } }]
      : { refusal: 'business_already_open' };
  if (ownerId === null) return { refusal: 'business_not_open' };
  switch (command.type) {
    case 'ChangeOwner': {
      const { to } = command;
      return to === ownerId ? nothingChanged : [{ type: 'BusinessOwnerChanged', data: { from: ownerId, to } }];
    }
    case 'EraseBusiness':
      return [{ type: 'BusinessErased', data: {} }];
    default:
      return command satisfies never;
  }
}

export const ownershipEvolution: Evolution<OwnershipEvent, keyof Business> = {
  BusinessOpened(draft, { ownerId }) {
    draft.ownerId = ownerId;
  },
  BusinessOwnerChanged(draft, { to }) {
    draft.ownerId = to;
  },
  BusinessErased(draft) {
    Object.assign(draft, erasedDraft(), { sequence: draft.sequence });
  },
};

/** A draft with maps of its own, because those of `emptyBusiness` are shared. */
const erasedDraft = (): BusinessDraft<keyof Business> => ({
  ...emptyBusiness,
  erased: true,
  fixedCosts: new Map(),
  variableCosts: new Map(),
  months: new Map(),
  ingredients: new Map(),
  dishes: new Map(),
  preparations: new Map(),
  channels: new Map(),
  sales: new Map(),
  suppliers: new Map(),
  purchases: new Map(),
  purchasesByIngredient: new Map(),
  manualPrices: new Map(),
  mergedIngredients: new Map(),
  stockValues: new Map(),
  removed: new Map(),
});

const notUndoable = (): UndoRefusal => ({ refusal: 'not_undoable' });

export const ownershipInverses: Inverses<OwnershipEvent> = {
  BusinessOpened: notUndoable,
  BusinessOwnerChanged: notUndoable,
  BusinessErased: notUndoable,
};
