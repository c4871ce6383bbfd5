/** A dish in a channel as one id: of its price there, and of what is sold of it there. */
export const channelPlaceId = (dishId: string, channelId: string): string => `${dishId} ${channelId}`;

/** The way back. */
export function placeOf(id: string): { readonly dishId: string; readonly channelId: string } {
  const [dishId = '', channelId = ''] = id.split(' ');
  return { dishId, channelId };
}
