import * as v from 'valibot';
import { defineEndpoints } from './endpoint.ts';
import { Moment } from './fields.ts';
import { pastRoutes } from './routes/owner.ts';

/** The development of figures over time, for charts. */

/** Approximate maximum of points: one per day, week or month, whichever is few enough. */
export const MAX_POINTS = 120;
/** The number of changes of a point that are described; the others are counted. */
export const MAX_MARKS = 6;

/** The subject of a history. */
export type HistorySubject =
  { readonly kind: 'business' } | { readonly kind: 'ingredient' | 'preparation' | 'dish'; readonly id: string };

const SUBJECT_SENTENCE = 'Informe business, ingredient:{id}, preparation:{id} ou dish:{id}.';
const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

const Subject = v.pipe(
  v.string(SUBJECT_SENTENCE),
  v.regex(new RegExp(`^(?:business|(?:ingredient|preparation|dish):${UUID})$`, 'i'), SUBJECT_SENTENCE),
  v.transform((text): HistorySubject => {
    const [kind, id = ''] = text.toLowerCase().split(':');
    return kind === 'ingredient' || kind === 'preparation' || kind === 'dish' ? { kind, id } : { kind: 'business' };
  }),
);

const Amount = v.number();
/** A missing value is not zero: null where a figure has no data yet. */
const NullableAmount = v.nullable(Amount);

/** Figures weighted by sales. */
const MixPoint = v.object({
  cmv: Amount,
  contribution_margin: Amount,
  profit: NullableAmount,
  result: v.pipe(Amount, v.description('De um mês.')),
  break_even: v.pipe(NullableAmount, v.description('null onde não há: nenhuma venda chega, ou não há o que cobrir.')),
});

export const BusinessPoint = v.object({
  custosFixos: Amount,
  custosVariaveisPercentual: Amount,
  faturamentoMedio: NullableAmount,
  cmvMedio: NullableAmount,
  margemContribuicao: NullableAmount,
  lucroMedio: NullableAmount,
  pontoEquilibrio: NullableAmount,
  mix: v.pipe(v.nullable(MixPoint), v.description('Pelo que foi vendido; null sem vendas.')),
});
export const IngredientPoint = v.object({ unit_price: Amount, unit: v.string() });
export const PreparationPoint = v.object({ unit_cost: Amount, batch_cost: Amount, yield_unit: v.string() });
export const DishPoint = v.object({
  sale_price: NullableAmount,
  cmv: Amount,
  contribution_margin: NullableAmount,
  contribution_margin_percentage: NullableAmount,
  net_profit: NullableAmount,
});

/** The parts of the business in which a change was made. */
const CHANGE_AREAS = [
  'business',
  'fixed_cost',
  'variable_cost',
  'revenue',
  'ingredient',
  'preparation',
  'dish',
  'channel',
  'sales',
  'purchase',
] as const;
export type ChangeArea = (typeof CHANGE_AREAS)[number];

const Mark = v.object({
  change: v.pipe(v.string(), v.description('A mudança, como em /api/changes.')),
  at: v.string(),
  about: v.picklist(CHANGE_AREAS),
  sentence: v.string(),
});

const pointsOf = <Figures extends v.GenericSchema>(figures: Figures) =>
  v.array(
    v.object({
      at: v.pipe(v.string(), v.description('Instante ISO, a partir do qual valem os números.')),
      figures: v.nullable(figures),
      marks: v.array(Mark),
      more: v.pipe(v.number(), v.description('Quantas mudanças há além das que estão em `marks`.')),
    }),
  );

const RemovedEntity = v.object({ of: v.string(), name: v.string(), at: v.string() });

const span = {
  from: v.string(),
  to: v.string(),
  began: v.pipe(v.nullable(v.string()), v.description('Quando a história começa; null quando ainda não há nada.')),
  grain: v.picklist(['day', 'week', 'month']),
};

export const HistoryReply = v.variant('kind', [
  v.object({
    kind: v.literal('business'),
    ...span,
    points: pointsOf(BusinessPoint),
    removed: v.pipe(v.array(RemovedEntity), v.description('Insumos e pratos que já não existem, mas têm história.')),
  }),
  v.object({ kind: v.literal('ingredient'), name: v.string(), ...span, points: pointsOf(IngredientPoint) }),
  v.object({ kind: v.literal('preparation'), name: v.string(), ...span, points: pointsOf(PreparationPoint) }),
  v.object({ kind: v.literal('dish'), name: v.string(), ...span, points: pointsOf(DishPoint) }),
]);

export const historyEndpoints = defineEndpoints({
  history: {
    ...pastRoutes.history,
    access: 'owner',
    tag: 'Histórico',
    summary:
      'Como os números do negócio, o preço de um insumo, o custo de um preparo ou o resultado de um prato mudaram ao longo do tempo.',
    query: v.object({
      of: v.optional(Subject, 'business'),
      from: v.optional(Moment),
      to: v.optional(Moment),
    }),
    reply: HistoryReply,
  },
});

export type HistoryBody = v.InferOutput<typeof HistoryReply>;
export type PastBusinessFigures = v.InferOutput<typeof BusinessPoint>;
export type PastIngredientFigures = v.InferOutput<typeof IngredientPoint>;
export type PastPreparationFigures = v.InferOutput<typeof PreparationPoint>;
export type PastDishFigures = v.InferOutput<typeof DishPoint>;

/** One point of a history; `Figures` are null while the subject does not exist. */
export interface HistoryPoint<Figures> {
  readonly at: string;
  readonly figures: Figures | null;
  readonly marks: v.InferOutput<typeof Mark>[];
  readonly more: number;
}
