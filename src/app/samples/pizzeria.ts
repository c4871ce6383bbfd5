import type { SingleCommand } from '#domain/business/commands.ts';
import {
  type IdOf,
  type SampleBusiness,
  sampleCommands,
  type SampleDish,
  type SampleIngredient,
  type SamplePreparation,
} from './sample-business.ts';

/**
 * A small pizzeria at the end of its first year: sample data of a new installation and of the demo. Most dishes earn,
 * one is thin and one loses money, so that every kind of result can be seen. Dough and sauce are made in batches;
 * ingredients in packs are priced by the pack, and cheese and cold cuts by weight, as on the supplier's bill.
 */
export const FIXED_COSTS = [
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

/** Revenue and orders of each month of the calendar: December carries January. */
export const SEASON = [
  ['41250.50', 662],
  ['43800', 701],
  ['39875.25', 640],
  ['44120', 705],
  ['46310.80', 738],
  ['45090', 722],
  ['48760.40', 779],
  ['47215', 754],
  ['46980.90', 751],
  ['48120.30', 768],
  ['50240', 801],
  ['56830.75', 902],
] as const;

/** The months recorded so far. */
const MONTHS = SEASON.slice(0, 9);

export const INGREDIENTS: readonly SampleIngredient[] = [
  ['Farinha de trigo', 'kg', '119.75', { pack: 'saco de 25 kg' }],
  ['Muçarela', 'kg', '38.90'],
  ['Tomate pelado', 'kg', '149.40', { pack: 'caixa 6 × 2,5 kg' }],
  ['Calabresa', 'kg', '28.90'],
  ['Presunto', 'kg', '26.40'],
  ['Frango desfiado', 'kg', '31.50'],
  ['Catupiry', 'kg', '70.20', { pack: 'bisnaga de 1,5 kg' }],
  ['Tomate', 'kg', '7.90'],
  ['Cebola', 'kg', '4.50', { yields: '80' }],
  ['Alho', 'kg', '32', { yields: '85' }],
  ['Manjericão', 'maço', '3.20'],
  ['Azeitona', 'kg', '59.80', { pack: 'balde de 2 kg' }],
  ['Ovo', 'un', '22.50', { pack: 'bandeja de 30 un' }],
  ['Camarão', 'kg', '89.90'],
  ['Fermento', 'g', '19.25', { pack: 'pacote de 500 g' }],
  ['Sal', 'kg', '2.60'],
  ['Azeite', 'ml', '449.50', { pack: 'galão de 5 l' }],
  ['Caixa de pizza', 'un', '43.75', { pack: 'pacote de 25 un' }],
  ['Chocolate ao leite', 'kg', '34.90'],
  ['Morango', 'kg', '24.90'],
  ['Guaraná em lata', 'un', '35.88', { pack: 'fardo de 12 un' }],
  ['Guaraná 2 litros', 'un', '50.94', { pack: 'fardo de 6 un' }],
];

const DOUGH = 'Massa de pizza';
const SAUCE = 'Molho de tomate';

export const PREPARATIONS: readonly SamplePreparation[] = [
  {
    name: DOUGH,
    yields: '20 un',
    measures: '1 un = 410 g',
    uses: { 'Farinha de trigo': '5 kg', Fermento: '50 g', Sal: '100 g', Azeite: '100 ml' },
    method: `1. Misture a farinha e o fermento na masseira.
2. Junte 3 litros de água fria aos poucos e bata por 8 minutos.
3. Acrescente o sal e o azeite e bata por mais 4 minutos, até a massa desgrudar da tigela.
4. Divida em 20 bolas de 410 g e cubra com pano úmido.
5. Deixe crescer por 24 horas na geladeira. Tire 2 horas antes de abrir.`,
  },
  {
    name: SAUCE,
    yields: '2.8 kg',
    uses: {
      'Tomate pelado': '2.5 kg',
      Cebola: '300 g',
      Alho: '30 g',
      Azeite: '30 ml',
      Manjericão: '1 maço',
      Sal: '25 g',
    },
    method: `1. Doure a cebola e o alho no azeite, sem queimar.
2. Junte o tomate amassado com a mão e cozinhe em fogo baixo por 25 minutos.
3. Desligue, tempere com o sal e o manjericão e deixe esfriar.
4. Na geladeira dura 4 dias, em pote fechado com a data.`,
  },
];

const PIZZAS = 'Pizzas';
const SWEETS = 'Pizzas doces';
const DRINKS = 'Bebidas';

const BASE = { [DOUGH]: '1 un', [SAUCE]: '120 g', 'Caixa de pizza': '1 un' } as const;

export const DISHES: readonly SampleDish[] = [
  {
    name: 'Pizza Muçarela',
    price: '52.90',
    category: PIZZAS,
    uses: { ...BASE, Muçarela: '320 g', Azeite: '8 ml', Azeitona: '30 g' },
  },
  {
    name: 'Pizza Calabresa',
    price: '54.90',
    category: PIZZAS,
    uses: { ...BASE, Muçarela: '180 g', Calabresa: '200 g', Cebola: '80 g', Azeitona: '30 g' },
  },
  {
    name: 'Pizza Marguerita',
    price: '56.90',
    category: PIZZAS,
    uses: { ...BASE, Muçarela: '280 g', Tomate: '150 g', Manjericão: '0.25 maço', Azeite: '10 ml' },
    method: `1. Abra a massa com 35 cm e espalhe o molho, deixando um dedo de borda.
2. Cubra com a muçarela e o tomate em rodelas finas.
3. Asse a 320 °C por 6 a 8 minutos, até a borda dourar.
4. Fora do forno, distribua o manjericão e regue com o azeite.`,
  },
  {
    name: 'Pizza Portuguesa',
    price: '59.90',
    category: PIZZAS,
    uses: { ...BASE, Muçarela: '200 g', Presunto: '150 g', Ovo: '2 un', Cebola: '60 g', Azeitona: '40 g' },
  },
  {
    name: 'Pizza Frango com Catupiry',
    price: '58.90',
    category: PIZZAS,
    uses: { ...BASE, Muçarela: '150 g', 'Frango desfiado': '200 g', Catupiry: '120 g' },
  },
  {
    name: 'Pizza Camarão',
    price: '69.90',
    category: PIZZAS,
    uses: { ...BASE, Muçarela: '200 g', Camarão: '300 g', Catupiry: '80 g' },
  },
  {
    name: 'Broto de Chocolate com Morango',
    price: '32.90',
    category: SWEETS,
    uses: { [DOUGH]: '205 g', 'Chocolate ao leite': '120 g', Morango: '100 g', 'Caixa de pizza': '1 un' },
  },
  // A drink that is sold as bought has no production loss.
  { name: 'Guaraná lata 350 ml', price: '7.50', category: DRINKS, loss: '0', uses: { 'Guaraná em lata': '1 un' } },
  { name: 'Guaraná garrafa 2 l', price: '17.90', category: DRINKS, loss: '0', uses: { 'Guaraná 2 litros': '1 un' } },
];

/** The whole business, without channels. */
export const PIZZERIA = {
  fixedCosts: FIXED_COSTS,
  variableCosts: VARIABLE_COSTS,
  months: MONTHS,
  ingredients: INGREDIENTS,
  preparations: PREPARATIONS,
  dishes: DISHES,
} as const satisfies SampleBusiness;

/** Commands that create the pizzeria. */
export const pizzeria = (idOf: IdOf): readonly SingleCommand[] => sampleCommands(PIZZERIA, idOf);
