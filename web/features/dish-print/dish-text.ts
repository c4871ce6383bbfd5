import type { Channel, Dish, Settings } from '#domain/business/state.ts';
import type { DishFigures } from '#domain/figures/dish-result.ts';
import { marginText } from '#domain/figures/shown-dish.ts';
import { money, quantity } from '#domain/format.ts';
import { onlyIn } from '../channels/in-channel.ts';
import { lossTextOf } from '../recipes/loss-text.ts';

interface House {
  readonly settings: Settings;
  /** The main one first. */
  readonly channels: readonly Channel[];
}

/** A dish as a message: what goes in, what it costs, what it leaves. Stars make WhatsApp's bold. */
export function dishText(dish: Dish, figures: DishFigures, { settings, channels }: House): string {
  const { name, salePrice } = dish;
  const lines = figures.lines.map(
    ({ quantity: amount, unit, ingredientName, cost }, i) =>
      `• ${[`${quantity(amount)} ${unit} de ${ingredientName}`, onlyIn(channels, dish.lines[i]?.channels ?? null)].filter((part) => part !== undefined).join(', ')}: ${money(cost)}`,
  );
  const sold =
    salePrice === 0
      ? ['Preço de venda: ainda não definido']
      : [
          `Preço de venda: ${money(salePrice)}`,
          `Margem de contribuição: ${money(figures.contributionMargin)} (${marginText(figures.contributionMarginPercentage)})`,
          `Resultado final: ${money(figures.netProfit)}`,
        ];
  const parts = [
    `*${name}* · ficha técnica`,
    lines.join('\n'),
    [
      `*CMV${dish.portions === null ? '' : ' de uma porção,'} com ${lossTextOf(dish, settings)} de perda: ${money(figures.cmv)}*`,
      ...sold,
    ].join('\n'),
  ];
  // A space that does not break is a strange sign in a message.
  return parts
    .filter((part) => part !== '')
    .join('\n\n')
    .replaceAll('\u00A0', ' ');
}
