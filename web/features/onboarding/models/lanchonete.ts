import type { SampleBusiness } from '#app/samples/sample-business.ts';

const BURGER = {
  'Pão de hambúrguer': '1',
  'Carne moída (blend)': '0.15',
  'Queijo prato': '0.03',
  Alface: '0.08',
  Tomate: '0.04',
  Maionese: '0.02',
  'Embalagem de lanche': '1',
} as const;

/** A snack bar with a counter at noon and delivery at night. Prices are those of a wholesale market. */
export const lanchonete: SampleBusiness = {
  fixedCosts: [
    ['Aluguel', '2000'],
    ['Salários e encargos', '5600'],
    ['Energia e gás', '980'],
    ['Água', '160'],
    ['Internet e telefone', '110'],
    ['Contador', '350'],
  ],
  variableCosts: [
    ['Impostos (Simples)', '4.5'],
    ['Taxa do cartão e do Pix', '2.8'],
    ['Comissão do aplicativo', '9'],
  ],
  ingredients: [
    ['Pão de hambúrguer', 'un', '1.60'],
    ['Pão francês', 'un', '0.90'],
    ['Carne moída (blend)', 'kg', '34.90'],
    ['Queijo prato', 'kg', '42.00'],
    ['Presunto', 'kg', '25.90'],
    ['Bacon', 'kg', '39.90'],
    ['Ovo', 'un', '0.70'],
    ['Alface', 'pé', '3.50'],
    ['Tomate', 'kg', '7.90'],
    ['Maionese', 'kg', '14.90'],
    ['Batata palito congelada', 'kg', '16.90'],
    ['Óleo de soja', 'L', '8.20'],
    ['Polpa de fruta', 'un', '2.20'],
    ['Copo com tampa', 'un', '0.55'],
    ['Embalagem de lanche', 'un', '0.85'],
  ],
  dishes: [
    { name: 'X-Salada', price: '26.90', uses: BURGER },
    { name: 'X-Bacon', price: '30.90', uses: { ...BURGER, Bacon: '0.04' } },
    { name: 'X-Tudo', price: '36.90', uses: { ...BURGER, Bacon: '0.04', Ovo: '1', Presunto: '0.03' } },
    { name: 'Misto Quente', price: '13.90', uses: { 'Pão francês': '1', 'Queijo prato': '0.04', Presunto: '0.04' } },
    {
      name: 'Porção de Batata Frita',
      price: '27.90',
      uses: { 'Batata palito congelada': '0.4', 'Óleo de soja': '0.08', 'Embalagem de lanche': '1' },
    },
    { name: 'Suco de Polpa (400 ml)', price: '10.90', uses: { 'Polpa de fruta': '1.5', 'Copo com tampa': '1' } },
  ],
};
