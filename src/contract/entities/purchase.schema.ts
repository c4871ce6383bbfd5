import * as v from 'valibot';
import { AMOUNTS } from '#domain/amounts.ts';
import { PURCHASE_SOURCES } from '#domain/business/purchase/fields.ts';
import { supplierFields } from '#domain/business/supplier/fields.ts';
import { formatCount } from '#domain/format.ts';
import { LIMITS, QUOTAS } from '#domain/limits.ts';
import { optionalText, readName, readUnit } from '#domain/names.ts';
import { bodySchema } from '../body.ts';
import { defineEndpoints } from '../endpoint.ts';
import { amount, Id, optionalShortText, NewId, shortText, AsOf } from '../fields.ts';
import { isDay } from '../instants.ts';
import { ById, PriceSourceReply, Reais, Version, inputSchemas } from './field.schema.ts';
import { changeRoutes, pastRoutes } from '../routes/owner.ts';
import { additionCallSchema, removalCallSchema } from './set-calls.schema.ts';

/** The limit of the request is that of the event that it becomes. */
const PURCHASE_KILOBYTES = 512;

const SupplierReference = v.object({ id: v.string(), name: v.string() });

const LineReply = v.object({
  ingredient_id: v.pipe(v.nullable(v.string()), v.description('null: não é insumo.')),
  name: v.pipe(v.string(), v.description('Como se chamava na compra.')),
  packs: v.number(),
  pack_quantity: v.number(),
  pack_unit: v.string(),
  total: Reais,
  cost: v.pipe(
    Reais,
    v.description('O total com a sua parte do frete e do desconto; somados, dão o `total` da compra.'),
  ),
  code: v.nullable(v.string()),
  gtin: v.nullable(v.string()),
  billed_unit: v.nullable(v.string()),
  description: v.nullable(v.string()),
  cfop: v.nullable(v.string()),
});

export const PurchaseReply = v.object({
  id: v.string(),
  date: v.pipe(v.string(), v.description('AAAA-MM-DD')),
  supplier: v.nullable(SupplierReference),
  number: v.nullable(v.string()),
  source: v.picklist(PURCHASE_SOURCES),
  freight: Reais,
  discount: Reais,
  confirmed: v.boolean(),
  total: v.pipe(Reais, v.description('Tudo o que foi pago: linhas, mais frete, menos desconto.')),
  lines: v.array(LineReply),
  version: Version,
});
export type PurchaseBody = v.InferOutput<typeof PurchaseReply>;

const MovesReply = v.array(
  v.object({
    ingredient_id: v.string(),
    name: v.string(),
    from: v.pipe(v.nullable(Reais), v.description('Por unidade; null: não havia o insumo.')),
    to: Reais,
    dishes: v.array(v.object({ dish_id: v.string(), name: v.string(), net_profit_from: Reais, net_profit_to: Reais })),
  }),
);
export type MovesBody = v.InferOutput<typeof MovesReply>;

const DAY_SENTENCE = 'Informe uma data, como 2026-11-12.';
const FIRST_DAY = '2000-01-01';
const Day = v.pipe(
  v.string(DAY_SENTENCE),
  v.metadata({ maxLength: FIRST_DAY.length, examples: ['2026-11-12'] }),
  v.check(isDay, DAY_SENTENCE),
);
const PurchaseDay = v.pipe(
  Day,
  v.check((day) => !isDay(day) || day >= FIRST_DAY, 'Lance compras a partir de janeiro de 2000.'),
);

const documentText = (noun: string) => optionalShortText(optionalText(LIMITS.documentText.max, noun));

const digits = (pattern: RegExp, sentence: string) =>
  v.optional(v.nullable(v.pipe(v.string(sentence), v.regex(pattern, sentence))));

const IngredientOfLine = {
  ingredient_id: v.optional(v.pipe(v.nullable(Id), v.description('O insumo; null: não é insumo.'))),
  new: v.optional(
    v.pipe(
      v.nullable(bodySchema({ id: NewId, name: shortText(readName), unit: shortText(readUnit) })),
      v.description('Um insumo que ainda não existe, no lugar de `ingredient_id`.'),
    ),
  ),
};

/** The id of an ingredient. Null counts as absent beside a new ingredient; alone it says that the line is of none. */
const hasOneIngredient = ({
  ingredient_id,
  new: newIngredient,
}: {
  ingredient_id?: unknown;
  new?: unknown;
}): boolean =>
  newIngredient === undefined || newIngredient === null
    ? ingredient_id !== undefined
    : ingredient_id === undefined || ingredient_id === null;

const Line = v.pipe(
  bodySchema({
    ...IngredientOfLine,
    packs: amount(AMOUNTS.packs),
    pack_quantity: amount(AMOUNTS.packQuantity),
    pack_unit: shortText(readUnit),
    total: amount(AMOUNTS.purchaseTotal),
    code: documentText('O código'),
    gtin: digits(/^(\d{8}|\d{12,14})$/, 'O GTIN tem 8, 12, 13 ou 14 dígitos.'),
    billed_unit: optionalShortText(optionalText(LIMITS.unit.max, 'A unidade da nota')),
    description: documentText('A descrição'),
    cfop: digits(/^\d{4}$/, 'O CFOP tem 4 dígitos.'),
  }),
  v.forward(
    v.partialCheck(
      [['ingredient_id'], ['new']],
      hasOneIngredient,
      'Informe o insumo, um insumo novo, ou que a linha não é de um insumo.',
    ),
    ['ingredient_id'],
  ),
);

const { cnpj } = inputSchemas(supplierFields);

const Supplier = v.pipe(
  bodySchema({ id: v.nullish(Id), name: v.nullish(shortText(readName)), cnpj }),
  v.forward(
    v.partialCheck(
      [['id'], ['name']],
      ({ id, name }) => (id ?? name ?? null) !== null,
      'Informe o fornecedor, ou o nome dele.',
    ),
    ['name'],
  ),
  v.description('Um que já existe, por `id`; ou por nome e CNPJ: um novo, se não houver igual.'),
);

const apportionedAmount = (subject: string) =>
  v.nullish(v.pipe(amount(AMOUNTS.purchaseTotal), v.description(`${subject}, repartido pelo valor das linhas.`)), 0);

const Query = v.object({
  from: v.optional(Day),
  to: v.optional(Day),
  supplier_id: v.optional(Id),
  ingredient_id: v.optional(Id),
  before: v.optional(v.pipe(Id, v.description('A última que se viu: vêm as anteriores.'))),
  ...AsOf.entries,
});

const owner = { access: 'owner', tag: 'Compras' } as const;

export const purchaseEndpoints = defineEndpoints({
  enterPurchase: {
    ...changeRoutes.enterPurchase,
    ...owner,
    summary: 'Lança uma compra; os preços dos insumos passam a ser os dela, se for a última.',
    status: 201,
    bodyKilobytes: PURCHASE_KILOBYTES,
    body: bodySchema({
      id: NewId,
      supplier: v.optional(v.nullable(Supplier)),
      date: PurchaseDay,
      number: documentText('O número'),
      source: v.picklist(PURCHASE_SOURCES, 'Escolha entre manual e quick.'),
      freight: apportionedAmount('Frete e o que mais vier na nota inteira'),
      discount: apportionedAmount('Desconto'),
      confirmed: v.nullish(v.boolean('Diga se está confirmada.'), true),
      lines: v.pipe(
        v.array(Line, 'Envie as linhas em uma lista.'),
        v.minLength(1, 'Informe ao menos uma linha.'),
        v.maxLength(QUOTAS.linesPerPurchase, `O limite é de ${formatCount(QUOTAS.linesPerPurchase)} linhas.`),
      ),
    }),
    reply: v.object({ ...PurchaseReply.entries, moved: MovesReply }),
  },
  takeBackPurchase: {
    ...changeRoutes.takeBackPurchase,
    ...owner,
    summary: 'Desfaz uma compra: os preços voltam a ser os que as outras dão.',
    versioned: true,
    params: ById,
    reply: v.object({
      moved: MovesReply,
      stays: v.array(v.object({ ingredient_id: v.string(), price_source: PriceSourceReply })),
    }),
  },
});

export const purchaseSetCalls = [
  additionCallSchema('enterPurchase', purchaseEndpoints),
  removalCallSchema('takeBackPurchase', purchaseEndpoints),
] as const;

/** Reads that are computed from the history. */
export const purchaseReadEndpoints = defineEndpoints({
  listPurchases: {
    ...pastRoutes.listPurchases,
    ...owner,
    summary: 'As compras, da mais recente para a mais antiga, 100 de cada vez.',
    query: Query,
    reply: v.array(PurchaseReply),
  },
  purchase: {
    ...pastRoutes.purchase,
    ...owner,
    summary: 'Uma compra, e o que ela fez com os preços e os pratos quando foi lançada.',
    params: ById,
    query: AsOf,
    reply: v.object({ ...PurchaseReply.entries, moved: MovesReply }),
  },
});
