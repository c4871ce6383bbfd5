import { describe, expect, test } from 'vitest';
import type { PastBusinessFigures, HistoryBody } from '#contract/history.ts';
import { figureChartProps } from '#web/features/history/figure-chart-props.ts';
import { seriesOf } from '#web/features/history/measures.ts';

const SPAN = { from: '2026-01-01T12:00:00.000Z', to: '2026-03-01T12:00:00.000Z' };
const MIX = { cmv: 40, contribution_margin: 45, profit: 5, result: 1_500, break_even: 30_000 };
const figures = (mix: PastBusinessFigures['mix']): PastBusinessFigures => ({
  custosFixos: 1_000,
  custosVariaveisPercentual: 5,
  faturamentoMedio: 20_000,
  cmvMedio: 35,
  margemContribuicao: 50,
  lucroMedio: 10,
  pontoEquilibrio: 2_000,
  mix,
});

/** A history with one point a month, each caused by a change of the sales. */
const history = (...mixes: readonly PastBusinessFigures['mix'][]): HistoryBody => ({
  kind: 'business',
  ...SPAN,
  began: SPAN.from,
  grain: 'day',
  removed: [],
  points: mixes.map((mix, month) => {
    const at = new Date(Date.UTC(2026, month, 1, 12)).toISOString();
    const mark = { change: `${month}`, at, about: 'sales' as const, sentence: 'Você mudou as vendas.' };
    return { at, figures: figures(mix), marks: [mark], more: 0 };
  }),
});
const names = (body: HistoryBody): readonly string[] => seriesOf(body).map(({ measure }) => measure.name);
const course = (body: HistoryBody, name: string) => {
  const found = seriesOf(body).find(({ measure }) => measure.name === name);
  if (!found) throw new Error(`not drawn: ${name}`);
  return found;
};

describe('the history curves of the sales-weighted figures', () => {
  test('are absent in a history without sales', () => {
    expect(names(history(null, null)).join()).not.toMatch(/das vendas/);
  });

  test('are five, listed behind those of the nine simple figures', () => {
    expect(names(history(null, MIX)).slice(-5)).toEqual([
      'Resultado das vendas',
      'Lucro das vendas',
      'CMV das vendas',
      'Margem das vendas',
      'Equilíbrio das vendas',
    ]);
  });

  test('have gaps, not zeros, where nothing was sold', () => {
    const cmv = course(history(null, MIX, null), 'CMV das vendas');
    expect(cmv.points.map(({ value }) => value)).toEqual([null, 40, null]);
    const [line] = figureChartProps(cmv, SPAN).series as { data: { y: number | null }[] }[];
    expect(line?.data.map(({ y }) => y)).toEqual([null, 40, 40, null]);
  });

  test('mark the sales that changed them, unlike the nine simple figures', () => {
    const body = history(MIX, { ...MIX, cmv: 42 });
    expect(course(body, 'CMV das vendas').points[1]?.marks).toHaveLength(1);
    for (const name of ['CMV médio', 'Lucro estimado', 'Faturamento médio'])
      expect(
        course(body, name).points.flatMap(({ marks }) => marks),
        name,
      ).toEqual([]);
  });
});
