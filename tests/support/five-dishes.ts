/** A published restaurant: what five dishes are sold for and cost, in reais, and how many of them go out in a month. */
export const FIVE_DISHES = [
  ['Saladas', 15, 6, 400],
  ['Carnes', 22, 13, 700],
  ['Feijoada', 25, 15, 800],
  ['Massas', 15, 6, 750],
  ['Aves', 18, 8, 350],
] as const;
