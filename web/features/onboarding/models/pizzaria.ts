import type { SampleBusiness } from '#app/samples/sample-business.ts';

const BASE = {
  'Massa de pizza': '1 un',
  'Molho de tomate': '120 g',
  Orégano: '2 g',
  'Caixa de pizza': '1 un',
} as const;

/** A small pizzeria with delivery. Prices are those of a wholesale market; every owner's own differ. */
export const pizzaria: SampleBusiness = {
  fixedCosts: [
    ['Aluguel', '2800'],
    ['Salários e encargos', '7200'],
    ['Energia e gás', '1350'],
    ['Água', '180'],
    ['Internet e telefone', '120'],
    ['Contador', '400'],
  ],
  variableCosts: [
    ['Impostos (Simples)', '6'],
    ['Taxa do cartão e do Pix', '2.5'],
    ['Comissão do aplicativo', '10'],
  ],
  ingredients: [
    ['Farinha de trigo', 'kg', '122.50', { pack: 'saco de 25 kg' }],
    ['Fermento biológico', 'g', '20', { pack: 'pacote de 500 g' }],
    ['Óleo de soja', 'l', '8.20'],
    ['Tomate pelado', 'kg', '149.40', { pack: 'caixa 6 × 2,5 kg' }],
    ['Muçarela', 'kg', '36.90'],
    ['Calabresa', 'kg', '27.90'],
    ['Presunto', 'kg', '25.90'],
    ['Frango desfiado', 'kg', '32.00'],
    ['Requeijão cremoso', 'kg', '44.85', { pack: 'bisnaga de 1,5 kg' }],
    ['Tomate', 'kg', '7.90'],
    ['Cebola', 'kg', '4.90', { yields: '80' }],
    ['Ovo', 'un', '21', { pack: 'bandeja de 30 un' }],
    ['Azeitona', 'kg', '57.80', { pack: 'balde de 2 kg' }],
    ['Orégano', 'g', '30', { pack: 'pacote de 500 g' }],
    ['Caixa de pizza', 'un', '45', { pack: 'pacote de 25 un' }],
  ],
  preparations: [
    {
      name: 'Massa de pizza',
      yields: '20 un',
      measures: '1 un = 410 g',
      uses: { 'Farinha de trigo': '5 kg', 'Fermento biológico': '50 g', 'Óleo de soja': '150 ml' },
    },
    {
      name: 'Molho de tomate',
      yields: '2.6 kg',
      uses: { 'Tomate pelado': '2.5 kg', Cebola: '250 g', 'Óleo de soja': '50 ml', Orégano: '10 g' },
    },
  ],
  dishes: [
    { name: 'Pizza Muçarela', price: '54.90', uses: { ...BASE, Muçarela: '320 g', Azeitona: '30 g' } },
    {
      name: 'Pizza Calabresa',
      price: '54.90',
      uses: { ...BASE, Muçarela: '180 g', Calabresa: '200 g', Cebola: '80 g', Azeitona: '30 g' },
    },
    {
      name: 'Pizza Napolitana',
      price: '56.90',
      uses: { ...BASE, Muçarela: '280 g', Tomate: '200 g', Azeitona: '30 g' },
    },
    {
      name: 'Pizza Portuguesa',
      price: '59.90',
      uses: { ...BASE, Muçarela: '200 g', Presunto: '150 g', Ovo: '2 un', Cebola: '60 g', Azeitona: '40 g' },
    },
    {
      name: 'Pizza Frango com Requeijão',
      price: '58.90',
      uses: { ...BASE, Muçarela: '150 g', 'Frango desfiado': '200 g', 'Requeijão cremoso': '120 g' },
    },
  ],
};
