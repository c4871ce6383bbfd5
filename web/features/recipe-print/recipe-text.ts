import type { Channel, Dish, Settings } from '#domain/business/state.ts';
import { unitsOf } from '#domain/figures/cost.ts';
import type { CostedPreparation, Costing } from '#domain/figures/costing.ts';
import { lineFigures } from '#domain/figures/dish-figures.ts';
import type { DishFigures, LineFigures } from '#domain/figures/dish-result.ts';
import { marginText } from '#domain/figures/shown-dish.ts';
import { money, quantity } from '#domain/format.ts';
import { inChannel, onlyIn } from '../channels/in-channel.ts';
import { batchOf, batchText } from '../preparations/batch.ts';
import { unitCostText } from '../preparations/cost-text.ts';
import { lossTextOf } from '../recipes/loss-text.ts';

interface House {
  readonly settings: Settings;
  /** The main one first. */
  readonly channels: readonly Channel[];
}

/** A dish as a message: what goes in, what it costs, what it leaves. Stars make WhatsApp's bold. */
export function dishText(dish: Dish, figures: DishFigures, { settings, channels }: House): string {
  const { name, salePrice } = dish;
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
    linesText(figures.lines, (i) => onlyIn(channels, dish.lines[i]?.channels ?? null)),
    [
      `*CMV${dish.portions === null ? '' : ' de uma porção,'} com ${lossTextOf(dish, settings)} de perda: ${money(figures.cmv)}*`,
      ...sold,
      ...elsewhere(figures, channels),
    ].join('\n'),
  ];
  return message(parts);
}

/** What it costs and leaves in each other channel: 'Preço no App: R$ 55,00, sobra R$ 16,80'. */
const elsewhere = (figures: DishFigures, [, ...others]: readonly Channel[]): readonly string[] =>
  others.flatMap((channel) => {
    const there = figures.channels.find(({ channelId }) => channelId === channel.id);
    if (!there) return [];
    const { price, contributionMargin: left } = there;
    const label = `Preço ${inChannel(channel)}`;
    if (price === 0) return [`${label}: não é vendido ali`];
    return [`${label}: ${money(price)}, ${left < 0 ? 'falta' : 'sobra'} ${money(Math.abs(left))}`];
  });

/** A preparation as a message: what goes in, what it yields and what one unit of it costs. */
export function preparationText({ preparation, batch }: CostedPreparation, costing: Costing): string {
  return message([
    `*${preparation.name}* · preparo`,
    linesText(lineFigures(preparation.lines, costing)),
    `A receita custa ${money(unitsOf(batch))} e rende ${batchText(batchOf(preparation))}\n*Custo: ${unitCostText(preparation, costing)}*`,
  ]);
}

/** @param where it goes, where that is not everywhere */
const linesText = (
  lines: readonly LineFigures[],
  where: (index: number) => string | undefined = () => undefined,
): string =>
  lines
    .map(({ quantity: amount, unit, ingredientName, cost }, i) => {
      const only = where(i);
      return `• ${quantity(amount)} ${unit} de ${ingredientName}${only === undefined ? '' : `, ${only}`}: ${money(cost)}`;
    })
    .join('\n');

/** A space that does not break is a strange sign in a message. */
const message = (parts: readonly string[]): string =>
  parts
    .filter((part) => part !== '')
    .join('\n\n')
    .replaceAll('\u00A0', ' ');
