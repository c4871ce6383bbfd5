import type { SampleBusiness } from '#app/samples/sample-business.ts';

/**
 * A confectioner who works from home or from a small shop, in batches. Prices are those of a wholesale market. Working
 * hours are in the recipes and therefore not among the fixed costs, so that no work is counted twice.
 */
export const confeitaria: SampleBusiness = {
  fixedCosts: [
    ['Aluguel', '900'],
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
    ['Hora de trabalho', 'h', '20'],
    ['Leite condensado', 'g', '89.90', { pack: 'caixa 12 × 395 g' }],
    ['Creme de leite', 'g', '91.20', { pack: 'caixa 24 × 200 g' }],
    ['Chocolate em pó 50%', 'kg', '48.00'],
    ['Chocolate meio amargo', 'kg', '62.00'],
    ['Coco ralado', 'kg', '39.90'],
    ['Manteiga sem sal', 'kg', '42.00'],
    ['Farinha de trigo', 'kg', '4.90'],
    ['Açúcar refinado', 'kg', '4.50'],
    ['Ovo', 'un', '21', { pack: 'bandeja de 30 un' }],
    ['Leite integral', 'l', '62.40', { pack: 'caixa 12 × 1 l' }],
    ['Morango', 'kg', '24.90', { yields: '90' }],
    ['Caixa de bolo', 'un', '4.50'],
    ['Pote com tampa 250 ml', 'un', '45', { pack: 'pacote de 50 un' }],
    ['Forminha de doce', 'un', '5', { pack: 'pacote de 100 un' }],
  ],
  preparations: [
    {
      name: 'Pão de ló',
      yields: '1.4 kg',
      uses: {
        'Farinha de trigo': '400 g',
        'Açúcar refinado': '400 g',
        Ovo: '8 un',
        'Leite integral': '200 ml',
        'Hora de trabalho': '30 min',
      },
    },
    {
      name: 'Brigadeiro',
      yields: '1.6 kg',
      uses: {
        'Leite condensado': '1580 g',
        'Creme de leite': '200 g',
        'Chocolate em pó 50%': '120 g',
        'Manteiga sem sal': '60 g',
        'Hora de trabalho': '30 min',
      },
    },
  ],
  dishes: [
    {
      name: 'Brigadeiro enrolado',
      price: '3.50',
      portions: 40,
      uses: { Brigadeiro: '800 g', 'Forminha de doce': '40 un', 'Hora de trabalho': '50 min' },
    },
    {
      name: 'Beijinho',
      price: '3.50',
      portions: 40,
      uses: {
        'Leite condensado': '790 g',
        'Coco ralado': '100 g',
        'Manteiga sem sal': '30 g',
        'Forminha de doce': '40 un',
        'Hora de trabalho': '1 h',
      },
    },
    {
      name: 'Bolo de Brigadeiro (2 kg)',
      price: '185',
      uses: { 'Pão de ló': '1 kg', Brigadeiro: '1 kg', 'Caixa de bolo': '1 un', 'Hora de trabalho': '1 h' },
    },
    {
      name: 'Bolo de Morango (2 kg)',
      price: '180',
      uses: {
        'Pão de ló': '1 kg',
        'Leite condensado': '395 g',
        'Creme de leite': '400 g',
        Morango: '500 g',
        'Caixa de bolo': '1 un',
        'Hora de trabalho': '1 h',
      },
    },
    {
      name: 'Bolo de Pote',
      price: '17',
      portions: 14,
      uses: {
        'Pão de ló': '1.4 kg',
        Brigadeiro: '1.4 kg',
        'Pote com tampa 250 ml': '14 un',
        'Hora de trabalho': '40 min',
      },
    },
    {
      name: 'Brownie',
      price: '10',
      portions: 12,
      uses: {
        'Chocolate meio amargo': '300 g',
        'Manteiga sem sal': '200 g',
        Ovo: '4 un',
        'Açúcar refinado': '300 g',
        'Farinha de trigo': '150 g',
        'Hora de trabalho': '40 min',
      },
    },
  ],
};
