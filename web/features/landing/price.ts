/** What access costs, once. The list price stands struck through beside it. */
export const LIST_PRICE = 'R$27,00';
export const PRICE = 'R$10,00';
