import { tabAddress } from './tabs.ts';

/** Where the preparations are: the other side of the tab of what is bought. */
export const PREPARATIONS = `${tabAddress('ingredients')}&mostrar=preparos`;

export const asksForPreparations = (search: string): boolean =>
  new URLSearchParams(search).get('mostrar') === 'preparos';

/** The same place and moment with the other side shown. */
export function addressShowing(side: 'bought' | 'made', path: string, search: string): string {
  const query = new URLSearchParams(search);
  if (side === 'made') query.set('mostrar', 'preparos');
  else query.delete('mostrar');
  const rest = query.toString();
  return rest === '' ? path : `${path}?${rest}`;
}
