/** Where prices and costs are tried. */
export const WHAT_IF = '/dashboard/e-se';

/** The same, with one dish in view. */
export const whatIfAbout = (dishId: string): string => `${WHAT_IF}?prato=${dishId}`;

/** The dish that an address asks for. */
export const dishAskedFor = (search: string): string | undefined =>
  new URLSearchParams(search).get('prato') ?? undefined;
