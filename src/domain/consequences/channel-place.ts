/** A dish in a channel, as one id. */

export const channelPriceId = (dishId: string, channelId: string): string => `${dishId} ${channelId}`;

export function placeOf(id: string): { readonly dishId: string; readonly channelId: string } {
  const [dishId = '', channelId = ''] = id.split(' ');
  return { dishId, channelId };
}
