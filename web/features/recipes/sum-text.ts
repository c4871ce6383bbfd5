import type { Channel, Dish } from '#domain/business/state.ts';
import { countsIn } from '#domain/business/channel/scope.ts';
import { inChannel } from '../fields/in-channel.ts';

/** What the sum of a dish's ingredients is called: of the main channel, where not all of them go into it. */
export const sumText = ({ lines }: Pick<Dish, 'lines'>, main: Channel | undefined): string =>
  main === undefined || lines.every(({ channels }) => countsIn(channels, main.id))
    ? 'Soma dos ingredientes'
    : `Soma dos ingredientes ${inChannel(main)}`;
