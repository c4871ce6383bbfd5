import type { Kitchen } from '#app/samples/kitchen.ts';

const SPONGE = {
  'Farinha de trigo': '0.4',
  'Açúcar refinado': '0.4',
  Ovo: '6',
  'Leite integral': '0.4',
  'Fermento em pó': '15',
} as const;

/** A confectioner who works from home or from a small shop. Prices as in a supermarket's wholesale aisle. */
export const confeitaria: Kitchen = {
  fixedCosts: [
    ['Aluguel', '900'],
    ['Ajudante, com encargos', '2100'],
    ['Energia e gás', '480'],
    ['Água', '90'],
    ['Internet e telefone', '100'],
    ['DAS do MEI', '80'],
  ],
  variableCosts: [
    ['Taxa do cartão e do Pix', '3'],
    ['Comissão do aplicativo', '8'],
    ['Sacolas, fitas e adesivos', '1.5'],
  ],
  ingredients: [
    ['Farinha de trigo', 'kg', '4.90'],
    ['Açúcar refinado', 'kg', '4.50'],
    ['Ovo', 'un', '0.70'],
    ['Leite integral', 'L', '5.20'],
    ['Manteiga sem sal', 'kg', '42.00'],
    ['Leite condensado 395 g', 'lata', '6.90'],
    ['Creme de leite 200 g', 'caixa', '3.80'],
    ['Chocolate em pó 50%', 'kg', '48.00'],
    ['Chocolate meio amargo', 'kg', '62.00'],
    ['Coco ralado', 'kg', '39.90'],
    ['Morango', 'kg', '24.90'],
    ['Fermento em pó', 'g', '0.045'],
    ['Caixa de bolo', 'un', '4.50'],
    ['Pote com tampa 250 ml', 'un', '0.90'],
    ['Forminha de doce', 'un', '0.05'],
  ],
  dishes: [
    {
      name: 'Bolo de Chocolate (2 kg)',
      price: '150',
      uses: {
        ...SPONGE,
        'Chocolate em pó 50%': '0.15',
        'Leite condensado 395 g': '3',
        'Creme de leite 200 g': '2',
        'Manteiga sem sal': '0.1',
        'Caixa de bolo': '1',
      },
    },
    {
      name: 'Bolo de Morango (2 kg)',
      price: '165',
      uses: {
        ...SPONGE,
        'Leite condensado 395 g': '2',
        'Creme de leite 200 g': '3',
        Morango: '0.5',
        'Caixa de bolo': '1',
      },
    },
    {
      name: 'Bolo de Pote',
      price: '16',
      uses: {
        'Farinha de trigo': '0.03',
        'Açúcar refinado': '0.03',
        Ovo: '0.5',
        'Leite condensado 395 g': '0.35',
        'Creme de leite 200 g': '0.3',
        'Chocolate em pó 50%': '0.015',
        'Pote com tampa 250 ml': '1',
      },
    },
    {
      name: 'Cento de Brigadeiro',
      price: '160',
      uses: {
        'Leite condensado 395 g': '5',
        'Chocolate em pó 50%': '0.2',
        'Manteiga sem sal': '0.1',
        'Forminha de doce': '100',
      },
    },
    {
      name: 'Cento de Beijinho',
      price: '155',
      uses: {
        'Leite condensado 395 g': '5',
        'Coco ralado': '0.25',
        'Manteiga sem sal': '0.1',
        'Forminha de doce': '100',
      },
    },
    {
      name: 'Brownie',
      price: '10',
      uses: {
        'Chocolate meio amargo': '0.03',
        'Manteiga sem sal': '0.02',
        Ovo: '0.5',
        'Açúcar refinado': '0.04',
        'Farinha de trigo': '0.02',
      },
    },
  ],
};
