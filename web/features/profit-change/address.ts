/** Where it is told why the profit changed. Apart, so that a link to it loads nothing of it. */
export const PROFIT_CHANGE = '/dashboard/por-que';

/** The same of the result in reais. */
export const RESULT_CHANGE = `${PROFIT_CHANGE}?conta=resultado`;

/** The same of one dish's result. */
export const dishChangeAddress = (dishId: string): string => `${PROFIT_CHANGE}?prato=${dishId}`;
