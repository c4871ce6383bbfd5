import { sampleCommands, type SampleDish } from '#app/samples/sample-business.ts';
import type { SingleCommand } from '#domain/business/commands.ts';

/**
 * A pizzeria with only bought ingredients, each with a typed price and counted in its own unit: no packs, no
 * preparations. It stays as it is, because benchmarks compare programs with it and tests pin its figures. The sample
 * that people see is `src/app/samples/pizzeria.ts`.
 */
const FIXED_COSTS = [
  ['Aluguel', '3500'],
  ['Salários e encargos', '9800'],
  ['Energia elétrica', '890.45'],
  ['Contador', '450'],
  ['Água', '212.30'],
  ['Internet e telefone', '119.90'],
] as const;

const VARIABLE_COSTS = [
  ['Impostos (Simples)', '6'],
  ['Taxa do cartão', '3.2'],
  ['Comissão do iFood', '7.5'],
] as const;

/** The revenue and orders of the months from January on. */
const MONTHS = [
  ['41250.50', 662],
  ['43800', 701],
  ['39875.25', 640],
  ['44120', 705],
  ['46310.80', 738],
  ['45090', 722],
  ['48760.40', 779],
  ['47215', 754],
  ['46980.90', 751],
] as const;

const INGREDIENTS = [
  ['Farinha de trigo', 'kg', '4.79'],
  ['Muçarela', 'kg', '38.90'],
  ['Molho de tomate', 'kg', '12.35'],
  ['Calabresa', 'kg', '28.90'],
  ['Presunto', 'kg', '26.40'],
  ['Frango desfiado', 'kg', '31.50'],
  ['Catupiry', 'kg', '46.80'],
  ['Tomate', 'kg', '7.90'],
  ['Cebola', 'kg', '4.50'],
  ['Manjericão', 'maço', '3.20'],
  ['Azeitona', 'kg', '29.90'],
  ['Ovo', 'un', '0.75'],
  ['Camarão', 'kg', '89.90'],
  ['Fermento', 'g', '0.0385'],
  ['Azeite', 'ml', '0.0899'],
  ['Caixa de pizza', 'un', '1.75'],
  ['Chocolate ao leite', 'kg', '34.90'],
  ['Morango', 'kg', '24.90'],
] as const;

const BASE = { 'Farinha de trigo': '0.32', Fermento: '5', 'Molho de tomate': '0.12', 'Caixa de pizza': '1' } as const;

const DISHES: readonly SampleDish[] = [
  { name: 'Pizza Muçarela', price: '52.90', uses: { ...BASE, Muçarela: '0.32', Azeite: '8', Azeitona: '0.03' } },
  {
    name: 'Pizza Calabresa',
    price: '54.90',
    uses: { ...BASE, Muçarela: '0.18', Calabresa: '0.2', Cebola: '0.08', Azeitona: '0.03' },
  },
  {
    name: 'Pizza Marguerita',
    price: '56.90',
    uses: { ...BASE, Muçarela: '0.28', Tomate: '0.15', Manjericão: '0.25', Azeite: '10' },
  },
  {
    name: 'Pizza Portuguesa',
    price: '59.90',
    uses: { ...BASE, Muçarela: '0.2', Presunto: '0.15', Ovo: '2', Cebola: '0.06', Azeitona: '0.04' },
  },
  {
    name: 'Pizza Frango com Catupiry',
    price: '58.90',
    uses: { ...BASE, Muçarela: '0.15', 'Frango desfiado': '0.2', Catupiry: '0.12' },
  },
  {
    name: 'Pizza Camarão',
    price: '69.90',
    uses: { ...BASE, Muçarela: '0.2', Camarão: '0.3', Catupiry: '0.08' },
  },
  {
    name: 'Broto de Chocolate com Morango',
    price: '32.90',
    uses: {
      'Farinha de trigo': '0.16',
      Fermento: '3',
      'Chocolate ao leite': '0.12',
      Morango: '0.1',
      'Caixa de pizza': '1',
    },
  },
];

/** The commands that create the pizzeria. `idOf` gives the ids: the same id for the same text. */
export const plainPizzeria = (idOf: (text: string) => string): readonly SingleCommand[] =>
  sampleCommands(
    {
      fixedCosts: FIXED_COSTS,
      variableCosts: VARIABLE_COSTS,
      months: MONTHS,
      ingredients: INGREDIENTS,
      dishes: DISHES,
    },
    idOf,
  );
