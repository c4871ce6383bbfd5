/** Where sales, the goal and menu engineering are in view. */
export const SALES = '/dashboard/vendas';
