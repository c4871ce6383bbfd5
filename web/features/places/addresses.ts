import { tabAddress } from './tabs.ts';

/** Where the changes are listed. */
export const CHANGES = '/dashboard/alteracoes';

/** The list at one change, which is marked. */
export const changeAddress = (changeId: string): string => `${CHANGES}?change=${encodeURIComponent(changeId)}`;

/** Where it is told why the profit changed. */
export const PROFIT_CHANGE = '/dashboard/por-que';

/** The same of the result in reais. */
export const RESULT_CHANGE = `${PROFIT_CHANGE}?conta=resultado`;

/** The same of one dish's result. */
export const dishChangeAddress = (dishId: string): string => `${PROFIT_CHANGE}?prato=${dishId}`;

/** Where prices and costs are tried. */
export const WHAT_IF = '/dashboard/e-se';

/** The same, with one dish in view. */
export const whatIfAbout = (dishId: string): string => `${WHAT_IF}?prato=${dishId}`;

/** The dish that an address asks for. */
export const dishAskedFor = (search: string): string | undefined =>
  new URLSearchParams(search).get('prato') ?? undefined;

/** Where sales, the goal and menu engineering are in view. */
export const SALES = '/dashboard/vendas';

/** Where the list of what to buy and to make is. */
export const SHOPPING = '/dashboard/lista-de-compras';

/** Where a till's or an app's report of sales is brought in. */
export const SALES_REPORT = '/dashboard/relatorio-de-vendas';

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
