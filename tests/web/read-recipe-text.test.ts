import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '#tests/support/property-runs.ts';
import {
  isIngredientLine,
  methodIn,
  type IngredientLine,
  readRecipeText,
} from '#web/features/pasted-recipe/read-recipe-text.ts';

const partIn = (line: string) => {
  const [part, ...more] = readRecipeText(line);
  if (!part || more.length > 0) throw new Error(`not one part: ${line}`);
  return part;
};
const lineIn = (line: string): IngredientLine => {
  const part = partIn(line);
  if (!isIngredientLine(part)) throw new Error(`${part.kind}: ${line}`);
  return part;
};

describe('a pasted recipe line with a quantity', () => {
  test.each([
    ['2 xícaras de farinha de trigo', '2 xícaras', 'farinha de trigo'],
    ['2 xíc. de farinha de trigo', '2 xícaras', 'farinha de trigo'],
    ['2 xic farinha de trigo', '2 xícaras', 'farinha de trigo'],
    ['2 xícaras (chá) de farinha de trigo peneirada', '2 xícaras', 'farinha de trigo peneirada'],
    ['1 xícara de chá de açúcar', '1 xícara', 'açúcar'],
    ['1 Xícara (de chá) de óleo', '1 xícara', 'óleo'],
    ['1/2 xícara (café) de vinagre', '0,5 xícara de café', 'vinagre'],
    ['2 colheres (sopa) de manteiga', '2 colheres de sopa', 'manteiga'],
    ['2 colheres de sopa de manteiga', '2 colheres de sopa', 'manteiga'],
    ['2 colheres (de sopa) de manteiga', '2 colheres de sopa', 'manteiga'],
    ['2 colheres sopa manteiga', '2 colheres de sopa', 'manteiga'],
    ['2 col. sopa de manteiga', '2 colheres de sopa', 'manteiga'],
    ['2 col. (sopa) de manteiga', '2 colheres de sopa', 'manteiga'],
    ['2 c. sopa de manteiga', '2 colheres de sopa', 'manteiga'],
    ['2 c. de sopa de manteiga', '2 colheres de sopa', 'manteiga'],
    ['4 colheres (sopa) cheias de achocolatado', '4 colheres de sopa', 'achocolatado'],
    ['4 colheres cheias de sopa de achocolatado', '4 colheres de sopa', 'achocolatado'],
    ['1 colher (chá) de fermento em pó', '1 colher de chá', 'fermento em pó'],
    ['1 colher de chá rasa de sal', '1 colher de chá', 'sal'],
    ['1 c. chá de baunilha', '1 colher de chá', 'baunilha'],
    ['1 colher (café) de noz-moscada', '1 colher de café', 'noz-moscada'],
    ['2 colheres de café solúvel', '2 colheres', 'café solúvel'],
    ['1 colher (sobremesa) de amido de milho', '1 colher de sobremesa', 'amido de milho'],
    ['3 colheres de requeijão', '3 colheres', 'requeijão'],
    ['1 copo americano de leite', '1 copo americano', 'leite'],
    ['2 copos de água', '2 copos', 'água'],
    ['500g de chocolate meio amargo', '500 g', 'chocolate meio amargo'],
    ['500 gr. de chocolate', '500 g', 'chocolate'],
    ['1,5 kg de filé de frango', '1,5 kg', 'filé de frango'],
    ['1.5 kg de batata', '1,5 kg', 'batata'],
    ['250ml de leite', '250 ml', 'leite'],
    ['1 l de leite', '1 l', 'leite'],
    ['1 litro de leite integral', '1 l', 'leite integral'],
    ['2 limões', '2', 'limões'],
    ['3 ovos', '3', 'ovos'],
    ['3 ovos, batidos', '3', 'ovos'],
    ['1 dúzia de ovos', '1 dúzia', 'ovos'],
    ['meia dúzia de ovos', '0,5 dúzia', 'ovos'],
    ['meia xícara de açúcar', '0,5 xícara', 'açúcar'],
    ['Meio quilo de carne moída', '0,5 kg', 'carne moída'],
    ['meio limão', '0,5', 'limão'],
    ['1 e ½ xícara de açúcar', '1,5 xícaras', 'açúcar'],
    ['1 ½ xícara de açúcar', '1,5 xícaras', 'açúcar'],
    ['1½ xícara de açúcar', '1,5 xícaras', 'açúcar'],
    ['1 1/2 xícara de açúcar', '1,5 xícaras', 'açúcar'],
    ['1 e 1/2 xícara de açúcar', '1,5 xícaras', 'açúcar'],
    ['1 e meia xícara de açúcar', '1,5 xícaras', 'açúcar'],
    ['uma e meia xícara de açúcar', '1,5 xícaras', 'açúcar'],
    ['uma xícara e meia de açúcar', '1,5 xícaras', 'açúcar'],
    ['2 kg e meio de farinha', '2,5 kg', 'farinha'],
    ['½ xícara de leite', '0,5 xícara', 'leite'],
    ['1/2 xícara de leite', '0,5 xícara', 'leite'],
    ['¾ xícara de leite', '0,75 xícara', 'leite'],
    ['três quartos de xícara de leite', '0,75 xícara', 'leite'],
    ['duas colheres (sopa) de mel', '2 colheres de sopa', 'mel'],
    ['1 pitada de sal', '1 pitada', 'sal'],
    ['4 dentes de alho picados', '4 dentes', 'alho picados'],
    ['1 maço de salsa', '1 maço', 'salsa'],
    ['1 sachê de fermento biológico seco', '1 sachê', 'fermento biológico seco'],
    ['2 folhas de louro', '2 folhas', 'louro'],
    ['1 lata de leite condensado', '1 lata', 'leite condensado'],
    ['1 lata leite condensado', '1 lata', 'leite condensado'],
    ['1 lata de leite condensado (395 g)', '395 g', 'leite condensado'],
    ['1 lata (395g) de leite condensado', '395 g', 'leite condensado'],
    ['1 lata de 395 g de leite condensado', '395 g', 'leite condensado'],
    ['1 lata de leite condensado de 395g', '395 g', 'leite condensado'],
    ['1 caixinha de creme de leite (200 g)', '200 g', 'creme de leite'],
    ['1 garrafa de leite de coco (200 ml)', '200 ml', 'leite de coco'],
    ['395 g (1 lata) de leite condensado', '395 g', 'leite condensado'],
    ['1 leite condensado (395 g)', '395 g', 'leite condensado'],
    ['45 min de mão de obra', '45 min', 'mão de obra'],
    ['- 3 ovos', '3', 'ovos'],
    ['– 3 ovos', '3', 'ovos'],
    ['• 3 ovos', '3', 'ovos'],
    ['* 3 ovos', '3', 'ovos'],
    ['✅ 3 ovos', '3', 'ovos'],
    ['🥚 3 ovos', '3', 'ovos'],
    ['[ ] 3 ovos', '3', 'ovos'],
    ['1. 3 ovos', '3', 'ovos'],
    ['2) 200 g de açúcar', '200 g', 'açúcar'],
    ['- ½ xícara de leite', '0,5 xícara', 'leite'],
    ['Farinha de trigo: 500 g', '500 g', 'Farinha de trigo'],
    ['Farinha de trigo - 500g', '500 g', 'Farinha de trigo'],
    ['Farinha de trigo ....... 500 g', '500 g', 'Farinha de trigo'],
    ['Farinha de trigo 500 g', '500 g', 'Farinha de trigo'],
    ['Ovos (3 unidades)', '3 un', 'Ovos'],
    ['1 folha', '1', 'folha'],
    ['1 kg de farinha (2 pacotes de 500 g)', '1 kg', 'farinha'],
    ['100 g de chocolate 50% cacau', '100 g', 'chocolate 50% cacau'],
    ['2 colheres (sopa) de sal ou a gosto', '2 colheres de sopa', 'sal'],
  ])('“%s” is %s of %s', (text, written, ingredient) => {
    const line = lineIn(text);
    expect([line.kind, line.quantityText, line.ingredient, line.warnings, line.wholeLine]).toEqual([
      'line',
      written,
      ingredient,
      [],
      text,
    ]);
  });

  test.each([
    ['2 a 3 xícaras de farinha', '2 xícaras', 'farinha', 'vale o primeiro'],
    ['2 - 3 xícaras de farinha', '2 xícaras', 'farinha', 'vale o primeiro'],
    ['2-3 ovos', '2', 'ovos', 'vale o primeiro'],
    ['2 ou 3 ovos', '2', 'ovos', 'vale o primeiro'],
    ['de 2 a 3 colheres (sopa) de óleo', '2 colheres de sopa', 'óleo', 'vale o primeiro'],
    ['duas a três bananas', '2', 'bananas', 'vale o primeiro'],
    ['cerca de 200 g de açúcar', '200 g', 'açúcar', 'mais ou menos'],
    ['+/- 200 g de açúcar', '200 g', 'açúcar', 'mais ou menos'],
    ['2 latas de leite condensado (395 g)', '790 g', 'leite condensado', '2 × 395 g'],
    ['2 latas de leite condensado (395 g cada)', '790 g', 'leite condensado', '2 × 395 g'],
    ['meia lata de leite condensado (395 g)', '197,5 g', 'leite condensado', '0,5 × 395 g'],
    ['2 caixas (200 g) de creme de leite', '400 g', 'creme de leite', '2 × 200 g'],
    ['2 xícaras de farinha de trigo (240 g)', '240 g', 'farinha de trigo', 'entre parênteses'],
    ['1.500 g de farinha', '1.500 g', 'farinha', 'diga qual é'],
    ['3 ovos + 1 gema', '3', 'ovos + 1 gema', 'mais de uma quantidade'],
    ['3 ovos, 2 xícaras de açúcar', '3', 'ovos', 'mais de uma quantidade'],
  ])('“%s” is read and marked for a check', (text, written, ingredient, mark) => {
    const line = lineIn(text);
    expect([line.quantityText, line.ingredient]).toEqual([written, ingredient]);
    expect(line.warnings.join(' ')).toContain(mark);
  });
});

describe('a pasted recipe line without a quantity', () => {
  test.each([
    ['sal a gosto', 'sal'],
    ['Sal e pimenta-do-reino a gosto', 'Sal e pimenta-do-reino'],
    ['- Sal (a gosto)', 'Sal'],
    ['azeite q.b.', 'azeite'],
    ['Óleo para fritar', 'Óleo para fritar'],
    ['manteiga para untar', 'manteiga para untar'],
    ['granulado, quanto baste', 'granulado'],
    ['água o suficiente', 'água'],
  ])('“%s” has no quantity, and its ingredient is %s', (text, ingredient) => {
    expect(lineIn(text)).toMatchObject({ kind: 'unmeasured', ingredient, quantity: undefined, quantityText: '' });
  });
});

describe('a pasted line that is no ingredient', () => {
  test.each([
    'Ingredientes:',
    'INGREDIENTES',
    'Ingredientes da massa',
    'Para a massa:',
    'Cobertura:',
    'Modo de preparo:',
    'MODO DE FAZER',
    'Rendimento: 40 unidades',
    'Rende 40 unidades',
    'Tempo de preparo: 30 min',
    '## Brigadeiro',
    '*Massa:*',
    '----',
  ])('“%s” is a heading', (text) => expect(partIn(text).kind).toBe('title'));

  test.each([
    ['1. Misture tudo e leve ao fogo.', 'Misture tudo e leve ao fogo.'],
    ['2) Leve ao forno por 30 min', 'Leve ao forno por 30 min'],
    ['3- Deixe esfriar', 'Deixe esfriar'],
    ['Passo 1: Misture', 'Misture'],
    ['Misture tudo até desgrudar da panela', 'Misture tudo até desgrudar da panela'],
    ['Em uma panela, coloque o leite condensado.', 'Em uma panela, coloque o leite condensado.'],
    ['Modo de preparo: misture tudo.', 'misture tudo.'],
  ])('“%s” belongs to the method as “%s”', (line, text) =>
    expect(partIn(line)).toMatchObject({ kind: 'method', text }),
  );
});

describe('the reader of a pasted recipe', () => {
  const kinds = (text: string) => readRecipeText(text).map(({ kind, number }) => `${number} ${kind}`);

  test('separates headings, ingredients and method of a whole recipe', () => {
    const text = `Brigadeiro da vovó

Ingredientes:
- 2 latas de leite condensado
- 4 colheres (sopa) de chocolate em pó
- manteiga a gosto

Modo de preparo:
1. Misture tudo.
2. Leve ao fogo por 10 minutos
200 g de granulado por cima, se quiser.

Cobertura:
1 xícara de creme de leite`;
    const parts = readRecipeText(text);
    expect(kinds(text)).toEqual([
      '1 title',
      '3 title',
      '4 line',
      '5 line',
      '6 unmeasured',
      '8 title',
      '9 method',
      '10 method',
      '11 method',
      '13 title',
      '14 line',
    ]);
    expect(methodIn(parts)).toBe('Misture tudo.\nLeve ao fogo por 10 minutos\n200 g de granulado por cima, se quiser.');
  });

  test('keeps the heading of a part of the method', () => {
    expect(methodIn(readRecipeText('3 ovos\nModo de fazer\nMassa:\nBata os ovos.'))).toBe('Massa:\nBata os ovos.');
  });

  test.each(['d’', '-', 'x', 'a ', ',', '1 '])('reads 30 000 times “%s” in one line within two seconds', (sign) => {
    const page = `- a${sign.repeat(30_000)}`;
    const begin = performance.now();
    expect(partIn(page).kind).toBe('method');
    expect(performance.now() - begin).toBeLessThan(2_000);
  });

  test('returns every line of the text once', () => {
    const words = fc.constantFrom(
      '2',
      '1/2',
      '½',
      '1 e',
      'meia',
      'xícaras',
      'de',
      'farinha',
      '(395 g)',
      'a gosto',
      '-',
      '•',
      '1.',
      ':',
      '.',
      'Modo de preparo',
      'Ingredientes',
      'leve ao forno',
      '\u00A0',
      '*',
      '(',
      ')',
      'kg',
      '1.500',
      '+',
      'colher (sopa)',
    );
    const line = fc.oneof(
      fc.array(words, { maxLength: 8 }).map((each) => each.join(' ')),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), (lines) => {
        const text = lines.join('\n');
        const written = text
          .normalize('NFC')
          .split(/\r\n|\r|\n/)
          .flatMap((each, i) =>
            each.replaceAll(/[\u00AD\u200B\u2060\uFEFF\p{Bidi_Control}]/gu, '').trim() === '' ? [] : [i + 1],
          );
        const parts = readRecipeText(text);
        expect(parts.map(({ number }) => number)).toEqual(written);
        expect(parts.filter(({ wholeLine }) => wholeLine === '')).toEqual([]);
        const read = parts.filter(isIngredientLine);
        expect(read.map((each) => each.quantityText === '')).toEqual(read.map(({ kind }) => kind === 'unmeasured'));
      }),
      runs(100),
    );
  });
});
