import type { BusinessCommand, SingleChange } from '#domain/business/commands.ts';
import { decide, isRefusal } from '#domain/business/decide.ts';
import { stateBuilder } from '#domain/business/evolve.ts';
import type { Business } from '#domain/business/state.ts';
import { businessFigures } from '#domain/figures/business-figures.ts';
import { unitsOf } from '#domain/figures/cost.ts';
import { createCosting } from '#domain/figures/costing.ts';
import type { ChannelFigures } from '#domain/figures/dish-result.ts';
import type { MixFigures } from '#domain/figures/mix.ts';
import file from './kitchen.json' with { type: 'json' };

/** Worked figures of kitchens with units, packs, yields, preparations and portions; numbers are units except portions. */
export const kitchenCases = file.cases as unknown as readonly KitchenCase[];

interface Line {
  readonly component_id: string;
  readonly quantity: number;
  readonly unit: string | null;
  readonly channels?: readonly string[] | null;
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
    readonly variable_costs: readonly {
      readonly name: string;
      readonly percentage: number;
      readonly channels?: readonly string[] | null;
    }[];
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
      readonly category?: string | null;
      readonly prices?: Readonly<Record<string, number>>;
      readonly lines: readonly Line[];
    }[];
    readonly production_loss?: number;
    readonly mix_months?: number;
    readonly profit_goal?: number;
    readonly channels?: readonly { readonly id: string; readonly name: string }[];
    readonly sales?: readonly {
      readonly month: string;
      readonly channel_id: string;
      readonly rows: readonly {
        readonly dish_id: string;
        readonly quantity: number;
        readonly revenue: number | null;
      }[];
    }[];
  };
  readonly expected: {
    readonly ingredients: readonly { readonly id: string; readonly unit_price: number }[];
    readonly preparations: readonly { readonly id: string; readonly batch_cost: number; readonly unit_cost: number }[];
    readonly dishes: readonly object[];
    readonly dashboard: object;
    readonly mix?: object | null;
    readonly menu?: readonly object[];
  };
}

const conversionsOf = (written: readonly WrittenConversion[] | undefined) =>
  written?.map(({ unit, quantity, equals_unit }) => ({ unit, quantity, equalsUnit: equals_unit })) ?? null;

export function commandsOf({ business }: KitchenCase): readonly SingleChange[] {
  const lineOf = ({ component_id, quantity, unit, channels }: Line) => ({
    ingredientId: component_id,
    quantity,
    ...(unit === null ? {} : { unit }),
    ...(channels ? { channels } : {}),
  });
  const { production_loss, mix_months, profit_goal } = business;
  const gone = goneDishes(business);
  return [
    ...(business.channels ?? []).map(({ id, name }) => ({ type: 'AddChannel', id, name }) as const),
    ...business.fixed_costs.map(({ name, value }) => ({ type: 'AddFixedCost', id: name, name, value }) as const),
    ...business.variable_costs.map(
      ({ name, percentage, channels }) =>
        ({ type: 'AddVariableCost', id: name, name, percentage, channels: channels ?? null }) as const,
    ),
    ...business.revenue.map(
      ({ month, value, orders_count }) => ({ type: 'RecordMonthRevenue', month, value, orders: orders_count }) as const,
    ),
    {
      type: 'ChangeBusinessSettings',
      productionLoss: production_loss ?? null,
      mixMonths: mix_months ?? null,
      profitGoal: profit_goal ?? null,
    } as const,
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
    ...business.dishes.flatMap(({ id, name, sale_price, portions, loss, category, prices, lines }) => [
      {
        type: 'AddDish',
        id,
        name,
        salePrice: sale_price,
        portions: portions ?? null,
        loss: loss ?? null,
        category: category ?? null,
        prices: prices ?? {},
      } as const,
      ...lines.map((line) => ({ type: 'AddDishIngredient', dishId: id, ...lineOf(line) }) as const),
    ]),
    ...gone.map((id) => ({ type: 'AddDish', id, name: id, salePrice: 0 }) as const),
    ...(business.sales ?? []).map(
      ({ month, channel_id, rows }) =>
        ({
          type: 'RecordSales',
          month,
          channelId: channel_id,
          newChannelId: 'none is made',
          rows: rows.map(({ dish_id, quantity, revenue }) => ({ dishId: dish_id, quantity, revenue })),
        }) as const,
    ),
    ...gone.map((id) => ({ type: 'RemoveDish', id }) as const),
  ];
}

/** Dishes that were sold and are no more. */
function goneDishes({ dishes, sales = [] }: KitchenCase['business']): readonly string[] {
  const there = new Set(dishes.map(({ id }) => id));
  const sold = new Set(sales.flatMap(({ rows }) => rows.map((row) => row.dish_id)));
  return [...sold].filter((id) => !there.has(id));
}

/** What commands make of an empty business; one that is refused throws. */
export function businessAfter(commands: readonly SingleChange[]): Business {
  const { add, business } = stateBuilder();
  for (const command of [{ type: 'OpenBusiness', ownerId: 'owner' } as BusinessCommand, ...commands]) {
    const decision = decide(business, command);
    if (isRefusal(decision)) throw new Error(`${command.type}: ${JSON.stringify(decision)}`);
    for (const event of decision) add(event);
  }
  return business;
}

/** Figures in the shape of the file's `expected`. */
export function kitchenAsWritten(business: Business): KitchenCase['expected'] {
  const { dashboard, dishes, mix } = businessFigures(business);
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
      ...resultAsWritten(dish),
      channels: dish.channels.map((channel) => ({
        channel_id: channel.channelId,
        price: channel.price,
        ...resultAsWritten(channel),
      })),
    })),
    dashboard,
    ...(business.channels.size === 0 ? {} : mixAsWritten(mix)),
  };
}

const resultAsWritten = (result: Omit<ChannelFigures, 'channelId' | 'price'>) => ({
  cmv: result.cmv,
  cmv_percentage: result.cmvPercentage,
  variable_cost_percentage: result.variableCostPercentage,
  variable_cost_value: result.variableCostValue,
  contribution_margin: result.contributionMargin,
  contribution_margin_percentage: result.contributionMarginPercentage,
  fixed_cost_percentage: result.fixedCostPercentage,
  fixed_cost_value: result.fixedCostValue,
  net_profit: result.netProfit,
});

/** The menu stands beside the mix in the file. */
function mixAsWritten(mix: MixFigures | null): Pick<KitchenCase['expected'], 'mix' | 'menu'> {
  if (!mix) return { mix: null, menu: [] };
  return {
    mix: {
      months: mix.months,
      revenue: mix.revenue,
      excluded_quantity: mix.excludedQuantity,
      cmv: mix.cmv,
      variable_costs: mix.variableCosts,
      contribution_margin: mix.contributionMargin,
      profit: mix.profit,
      result: mix.result,
      break_even: mix.breakEven,
      break_even_with_goal: mix.breakEvenWithGoal,
      safety_margin: mix.safetyMargin,
      goal_quantities: mix.goalQuantities.map(({ dishId, quantity }) => ({ id: dishId, quantity })),
    },
    menu: mix.menu.map(({ dishId, ...item }) => ({ id: dishId, ...item })),
  };
}
