import { MONTHS } from '#contract/instants.ts';
import { sortMainFirst, priceIn } from '#domain/business/channel/channels.ts';
import type { Business } from '#domain/business/state.ts';
import type { SimulatableAmount, SimulatedKind } from '#domain/consequences/simulated-amount.ts';
import { dishChannelId, sellableDishes, monthlySales } from '#domain/consequences/simulated-sales.ts';
import { formatQuantity } from '#domain/format.ts';
import { inChannel } from '../fields/channels-of.ts';
import { newestFirst } from '../entry/list-order.tsx';

/** An amount that can be simulated, with the name of its entity. */
export interface NamedSimulatableAmount extends SimulatableAmount {
  readonly name: string;
  /** The unit of the price. */
  readonly unit?: string;
}

/** The amounts of a kind, in the order of their own tab. */
export function simulatableAmountsOf(kind: SimulatedKind, state: Business): readonly NamedSimulatableAmount[] {
  switch (kind) {
    case 'ingredient':
      return newestFirst(state.ingredients.values()).map(({ id, name, unit, unitPrice, pack: purchase }) => {
        if (!purchase) return { kind, id, name, unit, amount: unitPrice };
        const pack = purchase.label ?? `${formatQuantity(purchase.quantity)} ${purchase.unit}`;
        return { kind, id, name, unit: pack, amount: purchase.price };
      });
    case 'dish':
      return newestFirst(state.dishes.values()).map(({ id, name, salePrice: amount }) => ({ kind, id, name, amount }));
    case 'channelPrice':
      return newestFirst(state.dishes.values()).flatMap((dish) =>
        sortMainFirst(state)
          .slice(1)
          .map((channel) => ({
            kind,
            id: dishChannelId(dish.id, channel.id),
            name: `${dish.name} ${inChannel(channel)}`,
            amount: priceIn(dish, channel),
          })),
      );
    case 'sold':
      return sellableDishes(state).map(({ dishId, channelId }) => {
        const [dish, channel] = [state.dishes.get(dishId), state.channels.get(channelId)];
        const where = state.channels.size > 1 && channel ? ` ${inChannel(channel)}` : '';
        const id = dishChannelId(dishId, channelId);
        return { kind, id, name: `${dish?.name ?? ''}${where}`, amount: monthlySales(state, id) ?? 0 };
      });
    case 'fixedCost':
      return newestFirst(state.fixedCosts.values()).map(({ id, name, value: amount }) => ({ kind, id, name, amount }));
    case 'variableCost':
      return newestFirst(state.variableCosts.values()).map(({ id, name, percentage: amount }) => {
        return { kind, id, name, amount };
      });
    case 'month':
      return MONTHS.map((name, i) => ({ kind, id: String(i + 1), name, amount: state.months.get(i + 1)?.value ?? 0 }));
    default:
      return kind satisfies never;
  }
}
