import type { BusinessCommand, SingleChange } from '#domain/business/commands.ts';
import { decide, isRefusal } from '#domain/business/decide.ts';
import { growing } from '#domain/business/evolve.ts';
import type { Business } from '#domain/business/state.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { unitsOf } from '#domain/figures/cost.ts';
import { createCosting } from '#domain/figures/costing.ts';
import file from './kitchen.json' with { type: 'json' };

/** Worked figures of kitchens with units, packs, yields, preparations and portions; numbers are units except portions. */
export const kitchenCases = file.cases as unknown as readonly KitchenCase[];

interface Line {
  readonly component_id: string;
  readonly quantity: number;
  readonly unit: string | null;
}
interface WrittenConversion {
  readonly unit: string;
  readonly quantity: number;
  readonly equals_unit: string;
}
interface WrittenPurchase {
  readonly price: number;
  readonly quantity: number;
  readonly unit: string;
  readonly label?: string;
}

export interface KitchenCase {
  readonly name: string;
  readonly business: {
    readonly fixed_costs: readonly { readonly name: string; readonly value: number }[];
    readonly variable_costs: readonly { readonly name: string; readonly percentage: number }[];
    readonly revenue: readonly { readonly month: number; readonly value: number; readonly orders_count: number }[];
    readonly ingredients: readonly {
      readonly id: string;
      readonly name: string;
      readonly unit: string;
      readonly unit_price?: number;
      readonly purchase?: WrittenPurchase;
      readonly yield?: number;
      readonly conversions?: readonly WrittenConversion[];
    }[];
    readonly preparations: readonly {
      readonly id: string;
      readonly name: string;
      readonly yield_quantity: number;
      readonly yield_unit: string;
      readonly conversions?: readonly WrittenConversion[];
      readonly lines: readonly Line[];
    }[];
    readonly dishes: readonly {
      readonly id: string;
      readonly name: string;
      readonly sale_price: number;
      readonly portions?: number;
      readonly loss?: number | null;
      readonly category?: string;
      readonly lines: readonly Line[];
    }[];
    readonly production_loss?: number;
  };
  readonly expected: {
    readonly ingredients: readonly { readonly id: string; readonly unit_price: number }[];
    readonly preparations: readonly { readonly id: string; readonly batch_cost: number; readonly unit_cost: number }[];
    readonly dishes: readonly object[];
    readonly dashboard: object;
  };
}

const conversionsOf = (written: readonly WrittenConversion[] | undefined) =>
  written?.map(({ unit, quantity, equals_unit }) => ({ unit, quantity, equalsUnit: equals_unit })) ?? null;

export function commandsOf({ business }: KitchenCase): readonly SingleChange[] {
  const lineOf = ({ component_id, quantity, unit }: Line) => ({
    ingredientId: component_id,
    quantity,
    ...(unit === null ? {} : { unit }),
  });
  return [
    ...business.fixed_costs.map(({ name, value }) => ({ type: 'AddFixedCost', id: name, name, value }) as const),
    ...business.variable_costs.map(
      ({ name, percentage }) => ({ type: 'AddVariableCost', id: name, name, percentage }) as const,
    ),
    ...business.revenue.map(
      ({ month, value, orders_count }) => ({ type: 'RecordMonthRevenue', month, value, orders: orders_count }) as const,
    ),
    ...(business.production_loss === undefined
      ? []
      : [{ type: 'ChangeBusinessSettings', productionLoss: business.production_loss } as const]),
    ...business.ingredients.map(
      ({ id, name, unit, unit_price, purchase, yield: percentage, conversions }) =>
        ({
          type: 'AddIngredient',
          id,
          name,
          unit,
          ...(unit_price === undefined ? {} : { unitPrice: unit_price }),
          purchase: purchase ? { label: null, ...purchase } : null,
          yieldPercentage: percentage ?? null,
          conversions: conversionsOf(conversions),
        }) as const,
    ),
    ...business.preparations.map(
      ({ id, name, yield_quantity, yield_unit, conversions }) =>
        ({
          type: 'AddPreparation',
          id,
          name,
          yieldQuantity: yield_quantity,
          yieldUnit: yield_unit,
          conversions: conversionsOf(conversions),
        }) as const,
    ),
    ...business.preparations.flatMap(({ id, lines }) =>
      lines.map((line) => ({ type: 'AddPreparationIngredient', preparationId: id, ...lineOf(line) }) as const),
    ),
    ...business.dishes.flatMap(({ id, name, sale_price, portions, loss, category, lines }) => [
      {
        type: 'AddDish',
        id,
        name,
        salePrice: sale_price,
        portions: portions ?? null,
        loss: loss ?? null,
        category: category ?? null,
      } as const,
      ...lines.map((line) => ({ type: 'AddDishIngredient', dishId: id, ...lineOf(line) }) as const),
    ]),
  ];
}

/** What commands make of an empty business; one that is refused throws. */
export function businessAfter(commands: readonly SingleChange[]): Business {
  const { add, business } = growing();
  for (const command of [{ type: 'OpenBusiness', ownerId: 'owner' } as BusinessCommand, ...commands]) {
    const decision = decide(business, command);
    if (isRefusal(decision)) throw new Error(`${command.type}: ${JSON.stringify(decision)}`);
    for (const event of decision) add(event);
  }
  return business;
}

/** Figures in the shape of the file's `expected`. */
export function kitchenAsWritten(business: Business): KitchenCase['expected'] {
  const { dashboard, dishes } = businessFigures(business);
  const costing = createCosting(business);
  return {
    ingredients: [...business.ingredients.values()].map(({ id, unitPrice }) => ({ id, unit_price: unitPrice })),
    preparations: [...business.preparations.keys()].map((id) => {
      const costed = costing.preparation(id);
      return {
        id,
        batch_cost: costed ? unitsOf(costed.batch) : NaN,
        unit_cost: costed ? unitsOf(costed.unitCost) : NaN,
      };
    }),
    dishes: [...dishes].map(([id, dish]) => ({
      id,
      lines: dish.lines.map(({ ingredientId, cost }) => ({ component_id: ingredientId, cost })),
      cmv: dish.cmv,
      cmv_percentage: dish.cmvPercentage,
      variable_cost_percentage: dish.variableCostPercentage,
      variable_cost_value: dish.variableCostValue,
      contribution_margin: dish.contributionMargin,
      contribution_margin_percentage: dish.contributionMarginPercentage,
      fixed_cost_percentage: dish.fixedCostPercentage,
      fixed_cost_value: dish.fixedCostValue,
      net_profit: dish.netProfit,
    })),
    dashboard,
  };
}
