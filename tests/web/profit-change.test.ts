import { describe, expect, test } from 'vitest';
import {
  POINTS_FORMAT,
  REAIS_FORMAT,
  MONTHLY_REAIS_FORMAT,
  pointsBetween,
  displayedChange,
  toAmount,
} from '#web/features/profit-change/amounts.ts';
import type { ProfitChange } from '#web/features/profit-change/answer.ts';
import { axisText, bridgeChart, bridgeSteps } from '#web/features/profit-change/bridge-chart.ts';
import { type CausePart, sentenceOf, shortName } from '#web/features/profit-change/cause-sentences.ts';
import { questionAddress, PERIODS, readQuestion } from '#web/features/profit-change/question.ts';

const plain = (text: string): string => text.replaceAll('\u00A0', ' ');

const part = (of: Partial<CausePart>): CausePart => ({
  kind: 'ingredient',
  id: 'id',
  name: 'Muçarela',
  value: -1.8,
  from: 38.9,
  to: 42.9,
  from_unit: 'kg',
  to_unit: 'kg',
  channel: null,
  changes: [],
  changes_count: 0,
  ...of,
});

test.each<[string, Partial<CausePart>]>([
  ['O preço de “Muçarela” subiu de R$ 38,90 para R$ 42,90 por kg', {}],
  ['O preço de “Muçarela” caiu de R$ 0,0389 para R$ 0,03 por kg', { from: 0.0389, to: 0.03 }],
  ['“Muçarela” passou de R$ 40,00 por kg para R$ 0,04 por g', { from: 40, to: 0.04, to_unit: 'g' }],
  [
    'O custo fixo “Aluguel” subiu de R$ 12.000,00 para R$ 13.000,00 por mês',
    { kind: 'fixed_cost', name: 'Aluguel', from: 12_000, to: 13_000 },
  ],
  ['O custo fixo “Luz”, de R$ 300,00 por mês, entrou', { kind: 'fixed_cost', name: 'Luz', from: null, to: 300 }],
  ['O custo variável “iFood”, de 12,5%, saiu', { kind: 'variable_cost', name: 'iFood', from: 12.5, to: null }],
  [
    'O faturamento médio caiu de R$ 50.000,00 para R$ 45.000,00 por mês',
    { kind: 'revenue', name: 'Faturamento', from: 50_000, to: 45_000 },
  ],
  ['Você informou o faturamento: R$ 45.000,00 por mês, em média', { kind: 'revenue', from: 0, to: 45_000 }],
  ['“Pizza” ganhou preço de venda: R$ 50,00', { kind: 'dish_price', name: 'Pizza', from: 0, to: 50 }],
  ['A ficha de “Pizza” mudou', { kind: 'dish_recipe', name: 'Pizza', from: null, to: null }],
  ['A venda de “Feijoada” caiu de 800 para 700 por mês', { kind: 'dish_sales', name: 'Feijoada', from: 800, to: 700 }],
  [
    'A venda de “Feijoada” subiu de 1.233,3 para 1.500 por mês',
    { kind: 'dish_sales', name: 'Feijoada', from: 1_233.3333, to: 1_500 },
  ],
  ['“Feijoada” começou a vender: 12 por mês', { kind: 'dish_sales', name: 'Feijoada', from: 0, to: 12 }],
  ['“Feijoada” parou de vender: eram 12 por mês', { kind: 'dish_sales', name: 'Feijoada', from: 12, to: 0 }],
  [
    'A venda de “Feijoada” ficou igual em número, mas em outros canais ou por outro valor',
    { kind: 'dish_sales', name: 'Feijoada', from: 12, to: 12 },
  ],
  [
    'O preço de “Pizza” em “iFood” subiu de R$ 50,00 para R$ 55,00',
    { kind: 'channel_price', name: 'Pizza', channel: { id: 'app', name: 'iFood' }, from: 50, to: 55 },
  ],
  [
    '“Pizza” ganhou preço em “iFood”: R$ 55,00',
    { kind: 'channel_price', name: 'Pizza', channel: { id: 'app', name: 'iFood' }, from: 0, to: 55 },
  ],
  [
    '“Pizza” ficou sem preço em “iFood”',
    { kind: 'channel_price', name: 'Pizza', channel: { id: 'app', name: 'iFood' }, from: 55, to: 0 },
  ],
  ['A conta passou a olhar 3 meses de vendas em vez de 1 mês', { kind: 'mix_months', from: 1, to: 3 }],
  [
    'O custo variável “Taxa” passou a valer em outros canais',
    { kind: 'variable_cost', name: 'Taxa', from: 12, to: 12 },
  ],
  ['“Pizza” entrou no cardápio, a R$ 50,00', { kind: 'dish', name: 'Pizza', from: null, to: 50 }],
  ['“Pizza” saiu do cardápio', { kind: 'dish', name: 'Pizza', from: 50, to: null }],
])('a cause of a changed profit is told as “%s”', (sentence, of) => {
  expect(plain(sentenceOf(part(of)))).toBe(sentence);
});

test('an effect is written like its figure, and a small one as “quase nada”', () => {
  expect([-18_000, 20_000, 400, -3, 29_064, 500].map(POINTS_FORMAT.effect)).toEqual([
    '−1,8 ponto',
    '+2,0 pontos',
    'quase nada',
    'quase nada',
    '+2,9 pontos',
    '+0,1 ponto',
  ]);
  expect([-4_240, 12, 123_456_000].map(REAIS_FORMAT.effect).map(plain)).toEqual([
    '−R$ 0,42',
    'quase nada',
    '+R$ 12.345,60',
  ]);
  expect([-9_000_000, 999_900, -10_004_999].map(MONTHLY_REAIS_FORMAT.short)).toEqual(['−900', '+99,99', '−1.000']);
  expect([POINTS_FORMAT.size(-400), POINTS_FORMAT.size(0), REAIS_FORMAT.size(12)].map(plain)).toEqual([
    'menos de 0,1 ponto',
    '0,0 ponto',
    'menos de um centavo',
  ]);
});

test.each([
  [
    'fixed_cost',
    1_000,
    1_000.004,
    'O custo fixo “Muçarela” subiu um pouco e, arredondado, continua R$ 1.000,00 por mês',
  ],
  ['variable_cost', 3.49, 3.45, 'O custo variável “Muçarela” caiu um pouco e, arredondado, continua 3,5%'],
] as const)(
  'the sentence about a small change of a %s says that the rounded value stays',
  (kind, from, to, sentence) => {
    expect(plain(sentenceOf(part({ kind, from, to })))).toBe(sentence);
  },
);

test('two written percentages and their written difference add up', () => {
  const written = (before: number, after: number) =>
    [POINTS_FORMAT.value(before), POINTS_FORMAT.value(after), pointsBetween(before, after)].join(' ');
  expect(written(260_660, 231_596)).toBe('26,1% 23,2% 2,9 pontos');
  expect(written(79_600, 94_400)).toBe('8,0% 9,4% 1,4 ponto');
  expect(written(94_400, 79_600)).toBe('9,4% 8,0% 1,4 ponto');
  expect(written(100_000, 100_004)).toBe('10,0% 10,0% menos de 0,1 ponto');
});

describe('the waterfall between two figures', () => {
  const changeOf = (values: readonly number[]): ProfitChange => ({
    figure: 'profit',
    dish: null,
    before: { at: '', value: 20, complete: true, has_sales: false },
    after: { at: '', value: 20 + values.reduce((sum, value) => sum + value, 0), complete: true, has_sales: false },
    difference: values.reduce((sum, value) => sum + value, 0),
    exact: true,
    error: 0,
    parts: values.map((value, i) => part({ value, name: `Insumo ${i}` })),
    first_at: null,
  });

  test('begins at zero, continues where the last bar ended, and ends at the whole difference', () => {
    const steps = bridgeSteps(changeOf([-3, 2, -0.5]));
    expect(steps.map(({ from, to, tone }) => [from, to, tone])).toEqual([
      [0, -30_000, 'harmed'],
      [-30_000, -10_000, 'helped'],
      [-10_000, -15_000, 'harmed'],
      [0, -15_000, 'total'],
    ]);
  });

  test('sums up further causes in one bar', () => {
    const steps = bridgeSteps(changeOf(Array.from({ length: 12 }, (_, i) => 1 - i / 16)));
    expect(steps).toHaveLength(9);
    expect(steps[7]).toMatchObject({ name: 'Outras 5 causas', to: steps[8]?.value });
  });

  test('keeps bars with equal names apart and shortens long names', () => {
    const change = changeOf([1, 1, 1, 1, 1]);
    const parts = change.parts.map((each) => ({ ...each, name: 'Sal' }));
    const { series } = bridgeChart({ ...change, parts }, POINTS_FORMAT, 'o lucro');
    const [bars] = series as readonly { readonly data: readonly { readonly x: string }[] }[];
    const names = bars?.data.map(({ x }) => x) ?? [];
    expect(new Set(names).size).toBe(6);
    const unseen = names.map((name) => name.replaceAll(/[^\u200B\u200C]/g, '').length);
    expect(new Set(unseen).size).toBe(1);
  });

  test('has short axis texts', () => {
    expect([0, 0.25, -0.2, 40, 1_500, -30_000].map(axisText)).toEqual([
      '0',
      '0,25',
      '−0,2',
      '40',
      '1,5 mil',
      '−30 mil',
    ]);
  });

  test('shortens a name by the letters that people see', () => {
    expect(shortName(part({ kind: 'dish_price', name: 'Pizza' }))).toBe('Pizza: preço');
    const [step] = bridgeSteps({ ...changeOf([1]), parts: [part({ name: '🍕🧀👩‍🍳'.repeat(9) })] });
    expect(step?.name).toBe(`${'🍕🧀👩‍🍳'.repeat(5)}🍕🧀…`);
  });
});

describe('the question in the address of “Por que mudou?”', () => {
  const TODAY = '2026-03-31';

  test('covers the last month without a valid day', () => {
    const question = { from: '2026-02-28', to: TODAY, dish: null, figure: 'profit' };
    expect(readQuestion('', TODAY)).toEqual(question);
    expect(readQuestion('?de=2026-02-30&ate=ontem', TODAY)).toEqual(question);
  });

  test('is read as it was written, and leaves out an end of today', () => {
    const question = { from: '2025-12-31', to: '2026-03-01', dish: 'abc', figure: 'profit' } as const;
    expect(readQuestion(questionAddress(question, TODAY).split('?')[1] ?? '', TODAY)).toEqual(question);
    expect(questionAddress({ ...question, to: TODAY, dish: null }, TODAY)).toBe('/dashboard/por-que?de=2025-12-31');
    const inReais = { ...question, dish: null, figure: 'result' } as const;
    expect(readQuestion(questionAddress(inReais, TODAY).split('?')[1] ?? '', TODAY)).toEqual(inReais);
    // A dish has only its own result, so the figure in the address is ignored.
    expect(readQuestion('?prato=abc&conta=resultado', TODAY)).toMatchObject({ dish: 'abc', figure: 'profit' });
  });

  test('has presets that end on existing days', () => {
    const daysOf = (today: string) => PERIODS.map(({ from }) => from(today));
    expect(daysOf(TODAY)).toEqual(['2026-02-28', '2025-12-31', '2025-12-31']);
    expect(daysOf('2028-05-31')).toEqual(['2028-04-30', '2028-02-29', '2027-12-31']);
    expect(daysOf('2026-01-15')).toEqual(['2025-12-15', '2025-10-15', '2025-12-31']);
  });
});

describe('the displayed parts of a change', () => {
  const ends = (before: number, after: number, ...parts: readonly number[]) => ({
    before: { value: before },
    after: { value: after },
    difference: parts.reduce((sum, each) => sum + each, 0),
    parts: parts.map((value) => ({ value })),
  });
  const read = (amount: number): string => POINTS_FORMAT.effect(toAmount(amount));

  test('add up to the difference between the displayed figures', () => {
    // From 7,96 % to 9,44 % are 1,48 points, but the displayed 8,0% and 9,4% differ by 1,4.
    const shown = displayedChange(ends(7.96, 9.44, 1.26, 0.26, -0.04), POINTS_FORMAT.precision);
    expect(read(shown.difference)).toBe('+1,4 ponto');
    expect(shown.parts.map(({ value }) => read(value))).toEqual(['+1,1 ponto', '+0,3 ponto', 'quase nada']);
    expect(POINTS_FORMAT.size(toAmount(shown.difference))).toBe(pointsBetween(79_600, 94_400));
  });

  test('are never zero when the change is small', () => {
    const shown = displayedChange(ends(7.96, 8.03, 0.07), POINTS_FORMAT.precision);
    expect(read(shown.difference)).toBe('quase nada');
    expect(POINTS_FORMAT.size(toAmount(shown.difference))).toBe('menos de 0,1 ponto');
  });
});
