import type { Kitchen } from '#app/samples/kitchen.ts';

const BASE = {
  'Farinha de trigo': '0.32',
  'Fermento biológico': '5',
  'Molho de tomate': '0.12',
  Orégano: '2',
  'Caixa de pizza': '1',
} as const;

/** A small pizzeria with delivery. Prices as they stand in a wholesale market; everybody's own are different. */
export const pizzaria: Kitchen = {
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
    ['Farinha de trigo', 'kg', '4.90'],
    ['Fermento biológico', 'g', '0.04'],
    ['Molho de tomate', 'kg', '11.50'],
    ['Muçarela', 'kg', '36.90'],
    ['Calabresa', 'kg', '27.90'],
    ['Presunto', 'kg', '25.90'],
    ['Frango desfiado', 'kg', '32.00'],
    ['Requeijão cremoso', 'kg', '29.90'],
    ['Tomate', 'kg', '7.90'],
    ['Cebola', 'kg', '4.90'],
    ['Ovo', 'un', '0.70'],
    ['Azeitona', 'kg', '28.90'],
    ['Orégano', 'g', '0.06'],
    ['Caixa de pizza', 'un', '1.80'],
  ],
  dishes: [
    { name: 'Pizza Muçarela', price: '54.90', uses: { ...BASE, Muçarela: '0.32', Azeitona: '0.03' } },
    {
      name: 'Pizza Calabresa',
      price: '54.90',
      uses: { ...BASE, Muçarela: '0.18', Calabresa: '0.2', Cebola: '0.08', Azeitona: '0.03' },
    },
    {
      name: 'Pizza Napolitana',
      price: '56.90',
      uses: { ...BASE, Muçarela: '0.28', Tomate: '0.2', Azeitona: '0.03' },
    },
    {
      name: 'Pizza Portuguesa',
      price: '59.90',
      uses: { ...BASE, Muçarela: '0.2', Presunto: '0.15', Ovo: '2', Cebola: '0.06', Azeitona: '0.04' },
    },
    {
      name: 'Pizza Frango com Requeijão',
      price: '58.90',
      uses: { ...BASE, Muçarela: '0.15', 'Frango desfiado': '0.2', 'Requeijão cremoso': '0.12' },
    },
  ],
};
