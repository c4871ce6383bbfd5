/** Where it is told why the profit changed. Apart, so that a link to it loads nothing of it. */
export const PROFIT_CHANGE = '/dashboard/por-que';

/** The same of one dish's result. */
export const dishChangeAddress = (dishId: string): string => `${PROFIT_CHANGE}?prato=${dishId}`;
