import type { SingleCommand } from '#domain/business/commands.ts';
import { type Component, componentOf, nestingFlaw, type Recipe } from '#domain/business/recipe/components.ts';
import type { Scope } from '#domain/business/channel/fields.ts';
import type { Business, RecipeLine } from '#domain/business/state.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import type { Conversion } from '#domain/units/conversions.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import type { IssuedCommand } from '#web/stores/business/pending-commands.ts';

/** The owner of a recipe: a dish or a preparation. */
export interface RecipeOwner extends Recipe {
  readonly kind: 'dish' | 'preparation';
}

/** The recipe in the current state. */
export const recipeIn = (state: Business, { kind, id }: Pick<RecipeOwner, 'kind' | 'id'>): Recipe | undefined =>
  kind === 'dish' ? state.dishes.get(id) : state.preparations.get(id);

interface LineValues {
  readonly ingredientId: string;
  readonly quantity: TenThousandths;
  readonly unit?: string | undefined;
}

export const addLine = (
  { kind, id }: RecipeOwner,
  { channels, ...line }: LineValues & { readonly channels: Scope },
): SingleCommand =>
  kind === 'dish'
    ? { type: 'AddDishIngredient', dishId: id, ...line, ...(channels === null ? {} : { channels }) }
    : { type: 'AddPreparationIngredient', preparationId: id, ...line };

export const changeLine = (
  { kind, id }: Pick<RecipeOwner, 'kind' | 'id'>,
  { channels, ...line }: Pick<LineValues, 'ingredientId'> & Partial<LineValues> & { readonly channels?: Scope },
): SingleCommand =>
  kind === 'dish'
    ? { type: 'ChangeDishIngredient', dishId: id, ...line, ...(channels === undefined ? {} : { channels }) }
    : { type: 'ChangePreparationIngredient', preparationId: id, ...line };

export const removeLine = ({ kind, id }: RecipeOwner, ingredientId: string): SingleCommand =>
  kind === 'dish'
    ? { type: 'RemoveDishIngredient', dishId: id, ingredientId }
    : { type: 'RemovePreparationIngredient', preparationId: id, ingredientId };

export const removeRecipe = ({ kind, id }: RecipeOwner): SingleCommand =>
  kind === 'dish' ? { type: 'RemoveDish', id } : { type: 'RemovePreparation', id };

/** The command that adds a conversion to the component of a line. */
function addConversion(component: Component, conversion: Conversion): SingleCommand {
  const conversions = [...(component.conversions ?? []), conversion];
  return 'lines' in component
    ? { type: 'ChangePreparation', id: component.id, conversions }
    : { type: 'ChangeIngredient', id: component.id, conversions };
}

/** Sends a change of a line together with the conversion that was asked for. */
export function issueLine(
  business: BusinessStore,
  command: SingleCommand,
  conversion: Conversion | undefined,
): IssuedCommand {
  const component = 'ingredientId' in command ? componentOf(business.state, command.ingredientId) : undefined;
  if (!conversion || !component) return business.issue(command);
  return business.issue({ type: 'ApplyChangeSet', commands: [addConversion(component, conversion), command] });
}

/** The components that can be added to a recipe, by name: those that are not in it and do not contain it. */
export function componentChoices(owner: RecipeOwner, state: Business): readonly Component[] {
  const used = new Set(owner.lines.map((line: RecipeLine) => line.ingredientId));
  return [...state.preparations.values(), ...state.ingredients.values()]
    .filter(({ id }) => id !== owner.id && !used.has(id) && nestingFlaw(state, owner.id, id) === undefined)
    .toSorted((a, b) => alphabet.compare(a.name, b.name));
}

const alphabet = new Intl.Collator('pt-BR');
