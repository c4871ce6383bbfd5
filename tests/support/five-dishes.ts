/** A published example of a restaurant: prices, costs in reais and monthly sales of five dishes. */
export const FIVE_DISHES = [
  ['Saladas', 15, 6, 400],
  ['Carnes', 22, 13, 700],
  ['Feijoada', 25, 15, 800],
  ['Massas', 15, 6, 750],
  ['Aves', 18, 8, 350],
] as const;
