import type { SingleCommand } from '#domain/business/commands.ts';
import { decide, isRefusal } from '#domain/business/decide.ts';
import { stateBuilder } from '#domain/business/evolve.ts';
import { type Business, emptyBusiness } from '#domain/business/state.ts';
import { businessFigures, type BusinessFigures } from '#domain/figures/business-figures.ts';
import { displayedCost } from '#domain/figures/cost.ts';
import { createCosting } from '#domain/figures/costing.ts';
import type { ChannelFigures, DishFigures } from '#domain/figures/dish-result.ts';
import file from './worked-cases.json';

/** A business whose figures were worked out by hand. */
export interface WorkedCase {
  readonly name: string;
  /** The commands that create the business; the id of an entity is its name. */
  readonly commands: readonly SingleCommand[];
  readonly expected: {
    readonly ingredients?: readonly { readonly id: string; readonly unitPrice: number }[];
    readonly preparations?: readonly { readonly id: string; readonly batchCost: number; readonly unitCost: number }[];
    readonly dishes: readonly (Omit<DishFigures, 'lines' | 'channels'> & {
      readonly id: string;
      readonly lines: readonly { readonly ingredientId: string; readonly cost: number }[];
      readonly channels?: readonly ChannelFigures[];
    })[];
    /** Absent if the business has no channels. */
    readonly mix?: BusinessFigures['mix'];
  } & Pick<BusinessFigures, 'dashboard'> &
    Partial<Pick<BusinessFigures, 'revenue' | 'breakEven'>>;
}

export const workedCases = file.cases as unknown as readonly WorkedCase[];

export function workedCase(name: string): WorkedCase {
  const found = workedCases.find((each) => each.name === name);
  if (!found) throw new Error(`there is no worked case ${name}`);
  return found;
}

/** @throws when a command is refused */
export function businessAfter(commands: readonly SingleCommand[]): Business {
  const { add, business } = stateBuilder({ ...emptyBusiness, ownerId: 'owner' });
  for (const command of commands) {
    const decision = decide(business, command);
    if (isRefusal(decision)) throw new Error(`${command.type}: ${JSON.stringify(decision)}`);
    for (const event of decision) add(event);
  }
  return business;
}

/** Returns all figures of the business that a case may contain. */
export function figuresOfCase({ commands }: WorkedCase) {
  const business = businessAfter(commands);
  const costing = createCosting(business);
  const { dishes, ...figures } = businessFigures(business);
  return {
    ...figures,
    ingredients: [...business.ingredients.values()],
    preparations: Array.from(business.preparations.keys(), (id) => {
      const costed = costing.preparation(id);
      return {
        id,
        batchCost: costed && displayedCost(costed.wholeRecipeCost),
        unitCost: costed && displayedCost(costed.unitCost),
      };
    }),
    dishes: Array.from(dishes, ([id, dish]) => ({ id, ...dish })),
  };
}

/** A published example of a restaurant: prices, costs in reais and monthly sales of five dishes. */
export const FIVE_DISHES = [
  ['Saladas', 15, 6, 400],
  ['Carnes', 22, 13, 700],
  ['Feijoada', 25, 15, 800],
  ['Massas', 15, 6, 750],
  ['Aves', 18, 8, 350],
] as const;
