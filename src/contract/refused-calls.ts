import type { BusinessRefusal } from '#domain/business/refusals.ts';
import { formatCount, formatQuantity } from '#domain/format.ts';
import { yearMonthName } from './instants.ts';
import { purchaseText } from './sentences/words.ts';
import { channelGoneSentence, missingIngredientsSentence, changedSinceSentence } from './undo-sentences.ts';
import type { ConversionFlaw, MissingConversion } from '#domain/units/conversions.ts';

/** The question for a missing conversion: 'Quanto pesa 1 un de Ovo?' */
export const conversionQuestion = (component: string, { unit, equalsUnit, isWeight }: MissingConversion): string =>
  isWeight ? `Quanto pesa 1 ${unit} de ${component}?` : `Quanto rende 1 ${unit} de ${component} em ${equalsUnit}?`;

/** The sentence for a redundant conversion: '1 kg já são 1.000 g.' */
const redundantSentence = ({ flaw, unit, equalsUnit, quantity: amount }: ConversionFlaw): string =>
  flaw === 'within'
    ? `1 ${unit} já são ${formatQuantity(amount)} ${equalsUnit}.`
    : `Isso já se sabe: 1 ${unit} = ${formatQuantity(amount)} ${equalsUnit}.`;

/**
 * The answer to a refused call: a status, a code for programs and one Portuguese sentence that an owner understands.
 * The server and the browser's demo use the same table.
 */
export interface RefusedCall {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  /** A sentence per wrong field, by its name on the wire. */
  readonly fields?: Readonly<Record<string, string>>;
  /** The current values, where the caller had an older version. */
  readonly current?: unknown;
}

/** The same answer for unknown ids and for entities of other owners. */
export const notFound: RefusedCall = {
  status: 404,
  code: 'not_found',
  detail: 'Não encontramos o que você procura.',
};

export const invalidInput = (fields: Readonly<Record<string, string>>): RefusedCall => ({
  status: 422,
  code: 'invalid',
  detail: Object.values(fields)[0] ?? 'Confira os dados enviados.',
  fields,
});

export const keyReused: RefusedCall = {
  status: 422,
  code: 'key_reused',
  detail: 'Esta chave de idempotência já foi usada com outros dados.',
  fields: { 'Idempotency-Key': 'Use uma chave nova para um pedido novo.' },
};

/** The only table from refusals of the domain to statuses and sentences. */
export function toRefusedCall(refusal: BusinessRefusal, current?: unknown, partName?: PartName): RefusedCall {
  switch (refusal.refusal) {
    case 'fixed_cost_unknown':
    case 'variable_cost_unknown':
    case 'ingredient_unknown':
    case 'dish_unknown':
    case 'dish_ingredient_unknown':
    case 'preparation_unknown':
    case 'preparation_ingredient_unknown':
    case 'channel_unknown':
    case 'purchase_unknown':
    case 'supplier_unknown':
    case 'change_unknown':
    case 'business_erased':
      return notFound;
    case 'line_dish_unknown':
      return fieldRefusal(refusal, 'dish_id', 'Este prato não existe.');
    case 'component_unknown':
      return fieldRefusal(refusal, 'ingredient_id', 'Este insumo não existe.');
    case 'ingredient_already_in_dish':
      return {
        ...conflict(refusal, `“${refusal.ingredient}” já está na ficha de “${refusal.dish}”.`),
        fields: { ingredient_id: 'Este insumo já está no prato; mude a quantidade dele.' },
      };
    case 'ingredient_already_in_preparation':
      return {
        ...conflict(refusal, `“${refusal.ingredient}” já está na receita de “${refusal.preparation}”.`),
        fields: { ingredient_id: 'Este insumo já está na receita; mude a quantidade dele.' },
      };
    case 'preparation_in_use':
      return conflict(
        refusal,
        `Não dá para apagar ${refusal.preparation}: ${usesText(refusal.recipes, refusal.areDishes ? 'pratos' : 'receitas')}.`,
      );
    case 'recipe_circle':
      return conflict(refusal, cycleSentence(refusal.way));
    case 'recipe_too_deep':
      return fieldRefusal(refusal, 'ingredient_id', 'Receitas dentro de receitas: no máximo dez.');
    case 'unit_not_convertible':
      return fieldRefusal(refusal, 'unit', conversionQuestion(refusal.component, refusal.missing));
    case 'purchase_not_convertible':
      return fieldRefusal(refusal, 'purchase.unit', conversionQuestion(refusal.component, refusal.missing));
    case 'unit_in_use':
      return conflict(
        refusal,
        `${sentenceCase(usesText(refusal.recipes))} ${refusal.component}. ${conversionQuestion(refusal.component, refusal.missing)}`,
      );
    case 'conversion_in_use':
      return conflict(
        refusal,
        `Esta conversão faz falta: ${usesText(refusal.recipes)}. ${conversionQuestion(refusal.component, refusal.missing)}`,
      );
    case 'conversion_in_purchases':
      return conflict(
        refusal,
        `Esta conversão faz falta: ${usesText(refusal.purchases.map(purchaseText), 'compras')}. ${conversionQuestion(refusal.component, refusal.missing)}`,
      );
    case 'conversion_in_price':
      return conflict(
        refusal,
        `Esta conversão faz falta: o preço de ${refusal.component} é em ${refusal.unit}. ${conversionQuestion(refusal.component, refusal.missing)}`,
      );
    case 'conversion_needless':
      return fieldRefusal(refusal, `conversions.${refusal.index}.unit`, redundantSentence(refusal));
    case 'ingredient_not_there':
      return fieldRefusal(refusal, refusal.field, 'Este insumo não existe.');
    case 'price_unfit':
      return fieldRefusal(
        refusal,
        'percentage',
        `Com este percentual, o preço de ${refusal.ingredient} passa do limite.`,
      );
    case 'replaced_by_itself':
      return fieldRefusal(refusal, 'by', 'Escolha outro insumo para pôr no lugar.');
    case 'replacement_not_convertible':
      return fieldRefusal(refusal, 'by', conversionQuestion(refusal.component, refusal.missing));
    case 'replacement_unfit':
      return fieldRefusal(refusal, 'by', `Em “${refusal.recipe}”, a quantidade não cabe em 4 casas decimais.`);
    case 'replacement_channels':
      return conflict(
        refusal,
        `Em “${refusal.recipe}”, “${refusal.ingredient}” e “${refusal.by}” vão em canais diferentes. Deixe os dois nos mesmos canais primeiro.`,
      );
    case 'replacement_too_large':
      return limitRefusal(refusal, 'São receitas demais para trocar de uma vez. Troque em parte delas primeiro.');
    case 'free_with_price':
      return fieldRefusal(refusal, 'free', 'O que é de graça não tem preço: envie só um dos dois.');
    case 'unit_needs_price':
      return fieldRefusal(refusal, 'unit_price', 'Informe o preço na unidade nova.');
    case 'unit_needs_quantity':
      return fieldRefusal(refusal, 'yield_quantity', 'Informe quanto rende na unidade nova.');
    case 'yield_unfit':
      return fieldRefusal(
        refusal,
        'yield_unit',
        `Este rendimento não cabe em ${refusal.unit}: informe a quantidade também.`,
      );
    case 'factor_unfit':
      return fieldRefusal(
        refusal,
        'factor',
        `Vezes este fator, a quantidade de ${refusal.what} não cabe em 4 casas decimais.`,
      );
    case 'kept_line_unknown':
      return fieldRefusal(refusal, `keep.${refusal.index}`, 'Este insumo não está na receita.');
    case 'channel_not_there':
      return fieldRefusal(refusal, refusal.field, 'Este canal não existe.');
    case 'main_channel_price':
      return fieldRefusal(refusal, 'prices', 'No canal principal vale o preço de venda: mude esse.');
    case 'a_channel_is_main':
      return fieldRefusal(refusal, 'is_main', 'Um canal precisa ser o principal: faça de outro o principal.');
    case 'main_channel_stays':
      return conflict(
        refusal,
        `Não dá para apagar ${refusal.channel}, que é o canal principal: faça de outro o principal primeiro.`,
      );
    case 'channel_in_use':
      return conflict(refusal, channelInUse(refusal));
    case 'channel_gone':
      return conflict(refusal, channelGoneSentence(refusal.entity));
    case 'month_too_early':
      return fieldRefusal(refusal, 'month', 'Escolha um mês a partir de janeiro de 2000.');
    case 'month_to_come':
      return fieldRefusal(refusal, 'month', `${sentenceCase(yearMonthName(refusal.month))} ainda não aconteceu.`);
    case 'supplier_not_there':
      return fieldRefusal(refusal, 'supplier.id', 'Este fornecedor não existe.');
    case 'cnpj_taken':
      return fieldRefusal(refusal, 'cnpj', `Este CNPJ já é de “${refusal.supplier}”.`);
    case 'purchase_to_come':
      return fieldRefusal(refusal, 'date', 'Esta data ainda não chegou.');
    case 'purchase_line_not_convertible':
      return fieldRefusal(
        refusal,
        `lines.${refusal.index}.pack_unit`,
        conversionQuestion(refusal.component, refusal.missing),
      );
    case 'new_ingredient_ambiguous':
      return fieldRefusal(
        refusal,
        `lines.${refusal.index}.new.id`,
        'Numa compra, um insumo novo tem um só identificador, um só nome e uma só unidade.',
      );
    case 'nothing_to_spread':
      return fieldRefusal(refusal, refusal.field, 'Não há valor nas linhas para repartir.');
    case 'discount_too_large':
      return fieldRefusal(refusal, 'discount', 'O desconto passa do que a compra custou.');
    case 'purchase_too_large':
      return limitRefusal(refusal, 'Esta compra é grande demais para uma vez. Lance em duas.');
    case 'too_many_purchases':
      return limitRefusal(refusal, `O limite é de ${formatCount(refusal.limit)} compras.`);
    case 'too_many_purchase_lines':
      return limitRefusal(refusal, `O limite é de ${formatCount(refusal.limit)} linhas, somando as compras.`);
    case 'too_many_suppliers':
      return limitRefusal(refusal, `O limite é de ${formatCount(refusal.limit)} fornecedores.`);
    case 'sold_dish_unknown':
      return fieldRefusal(refusal, `rows.${refusal.index}.dish_id`, 'Este prato não existe.');
    case 'too_many_channels':
      return limitRefusal(refusal, `O limite é de ${formatCount(refusal.limit)} canais.`);
    case 'too_many_sales':
      return limitRefusal(refusal, `O limite é de ${formatCount(refusal.limit)} meses de vendas, somando os canais.`);
    case 'too_many_preparations':
      return limitRefusal(refusal, `O limite é de ${formatCount(refusal.limit)} preparos.`);
    case 'too_many_preparation_ingredients':
      return limitRefusal(refusal, `O limite é de ${formatCount(refusal.limit)} insumos por preparo.`);
    case 'ingredient_in_use':
      return conflict(
        refusal,
        `“${refusal.ingredient}” está em uso em ${quoted(refusal.dishes)}. Tire-o de lá primeiro.`,
      );
    case 'too_many_fixed_costs':
      return limitRefusal(refusal, `O limite é de ${formatCount(refusal.limit)} custos fixos.`);
    case 'too_many_variable_costs':
      return limitRefusal(refusal, `O limite é de ${formatCount(refusal.limit)} custos variáveis.`);
    case 'too_many_ingredients':
      return limitRefusal(refusal, `O limite é de ${formatCount(refusal.limit)} insumos.`);
    case 'too_many_dishes':
      return limitRefusal(refusal, `O limite é de ${formatCount(refusal.limit)} pratos.`);
    case 'too_many_dish_ingredients':
      return limitRefusal(refusal, `O limite é de ${formatCount(refusal.limit)} insumos por prato.`);
    case 'changed_meanwhile':
      return {
        ...conflict(refusal, 'Isto mudou enquanto você editava. Veja o valor atual e salve de novo.'),
        current,
      };
    case 'id_taken':
      return conflict(refusal, 'Isto já existe.');
    case 'business_already_open':
    case 'business_not_open':
      return conflict(refusal, 'Este negócio não pode ser alterado agora.');
    case 'already_undone':
      return conflict(refusal, 'Esta mudança já foi desfeita.');
    case 'not_undoable':
      return conflict(refusal, 'Isto não pode ser desfeito.');
    case 'changed_since':
      return conflict(refusal, changedSinceSentence(refusal));
    case 'ingredients_gone':
      return conflict(refusal, missingIngredientsSentence(refusal.entity, quoted(refusal.ingredients)));
    case 'one_of_them':
      return partName ? refusedCallInPart(refusal, partName) : refusedCallInSet(refusal, current);
    case 'not_the_owner':
      return {
        status: 403,
        code: refusal.refusal,
        detail: 'Este negócio agora pertence a outra conta. Atualize a página.',
      };
    default:
      return refusal satisfies never;
  }
}

function channelInUse({
  channel,
  costs,
  dishes,
  months,
}: Extract<BusinessRefusal, { refusal: 'channel_in_use' }>): string {
  const uses = [
    ...(costs.length > 0 ? [`nos custos variáveis (${quoted(costs)})`] : []),
    ...(dishes.length > 0 ? [`nos pratos (${quoted(dishes)})`] : []),
    ...(months.length > 0
      ? [
          `nas vendas de ${months.length === 1 ? yearMonthName(months[0] ?? '') : `${formatCount(months.length)} meses`}`,
        ]
      : []),
  ];
  return `Não dá para apagar ${channel}: ainda está ${uses.join(' e ')}.`;
}

/** Refusal of one of several calls; the sentence is placed at that call. */
function refusedCallInSet(
  { index, because }: Extract<BusinessRefusal, { refusal: 'one_of_them' }>,
  current: unknown,
): RefusedCall {
  const inner = toRefusedCall(because, current);
  return { ...inner, status: inner.status === 404 ? 409 : inner.status, fields: { [`calls.${index}`]: inner.detail } };
}

/** The name of a part of the body that became the command at `index`: 'sets.2'. */
export type PartName = (index: number) => string;

/**
 * Refusal of one part of a body; the sentence is placed at its field. The channel is part of the body, not of the path.
 */
function refusedCallInPart(
  { index, because }: Extract<BusinessRefusal, { refusal: 'one_of_them' }>,
  partName: PartName,
): RefusedCall {
  const inner =
    because.refusal === 'channel_unknown'
      ? fieldRefusal(because, 'channel_id', 'Este canal não existe.')
      : toRefusedCall(because);
  const fields = Object.entries(inner.fields ?? {}).map(([name, sentence]) => [`${partName(index)}.${name}`, sentence]);
  return { ...inner, fields: Object.fromEntries(fields) };
}

const conflict = ({ refusal: code }: BusinessRefusal, detail: string): RefusedCall => ({ status: 409, code, detail });

const limitRefusal = ({ refusal: code }: BusinessRefusal, detail: string): RefusedCall => ({
  status: 422,
  code,
  detail,
});

/** The refusal for one wrong field. */
const fieldRefusal = ({ refusal: code }: BusinessRefusal, field: string, detail: string): RefusedCall => ({
  status: 422,
  code,
  detail,
  fields: { [field]: detail },
});

/** The recipes that use something, with their verb: 'Pizza Calabresa e mais 11 pratos usam'. */
function usesText([first = '', ...rest]: readonly string[], what = 'receitas'): string {
  if (rest.length === 0) return `${first} usa`;
  return rest.length === 1 ? `${first} e ${rest[0]} usam` : `${first} e mais ${formatCount(rest.length)} ${what} usam`;
}

/** @param way from the preparation of the new line down to itself: Massa, Fermento natural, Massa */
function cycleSentence([first = '', ...way]: readonly string[]): string {
  const steps = way.map((name, i) => (i === 0 ? `já leva ${name}` : `que leva ${name}`)).join(', ');
  return way.length < 2
    ? `${sentenceCase(first)}: uma receita não pode levar a si mesma.`
    : `${sentenceCase(first)} ${steps}: uma receita não pode levar a si mesma.`;
}

const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Formats names: “A”, “B” e mais 3. */
function quoted(names: readonly string[]): string {
  const firstNames = names.slice(0, 3).map((name) => `“${name}”`);
  const rest = names.length - firstNames.length;
  const parts = rest > 0 ? [...firstNames, `mais ${formatCount(rest)}`] : firstNames;
  return parts.length === 1 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} e ${parts.at(-1)}`;
}
