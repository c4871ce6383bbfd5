import type { Business } from '#domain/business/state.ts';
import type { Gap, GapKind } from '#domain/figures/gaps.ts';
import type { UncheckedExamples } from './unchecked-examples.ts';
import { PREPARATIONS, tabAddress } from '../navigation/addresses.ts';

interface GapText {
  readonly address: string;
  /** The task as a line of the checklist. */
  readonly task: (count: number) => string;
  /** The missing item, as it continues 'Incompleto: '. */
  readonly missingText: (count: number) => string;
}

const countText = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`);

const TEXTS: Readonly<Record<GapKind, GapText>> = {
  no_fixed_costs: {
    address: tabAddress('fixed-costs'),
    task: () => 'Cadastre o que você paga todo mês: aluguel, salários, luz',
    missingText: () => 'faltam os custos fixos',
  },
  no_variable_costs: {
    address: tabAddress('variable-costs'),
    task: () => 'Informe o que sai de cada venda: cartão, entrega, imposto',
    missingText: () => 'faltam os custos variáveis',
  },
  no_revenue: {
    address: tabAddress('revenue'),
    task: () => 'Informe quanto vendeu em pelo menos um mês',
    missingText: () => 'falta o faturamento',
  },
  no_orders: {
    address: tabAddress('revenue'),
    task: () => 'Informe o número de pedidos de um mês, para saber o ticket médio',
    missingText: () => 'falta o número de pedidos',
  },
  no_ingredients: {
    address: tabAddress('ingredients'),
    task: () => 'Cadastre seus insumos com o preço de compra',
    missingText: () => 'faltam os insumos',
  },
  ingredients_without_price: {
    address: tabAddress('ingredients'),
    task: (count) => `Coloque o preço em ${countText(count, 'insumo', 'insumos')}`,
    missingText: (count) => `falta preço em ${countText(count, 'insumo', 'insumos')}`,
  },
  no_dishes: {
    address: tabAddress('recipes'),
    task: () => 'Monte a ficha técnica de um prato',
    missingText: () => 'faltam os pratos',
  },
  dishes_without_price: {
    address: tabAddress('recipes'),
    task: (count) => `Defina o preço de venda de ${countText(count, 'prato', 'pratos')}`,
    missingText: (count) => `falta preço de venda em ${countText(count, 'prato', 'pratos')}`,
  },
  preparations_without_ingredients: {
    address: PREPARATIONS,
    task: (count) => `Coloque os insumos na receita de ${countText(count, 'preparo', 'preparos')}`,
    missingText: (count) => `faltam insumos em ${countText(count, 'preparo', 'preparos')}`,
  },
  dishes_without_ingredients: {
    address: tabAddress('recipes'),
    task: (count) => `Coloque os insumos na ficha de ${countText(count, 'prato', 'pratos')}`,
    missingText: (count) => `faltam insumos em ${countText(count, 'prato', 'pratos')}`,
  },
};

/** A line of the checklist with a link to where the task is done. */
interface Task {
  readonly text: string;
  readonly address: string;
}

export const taskOf = ({ kind, count }: Gap): Task => ({
  text: TEXTS[kind].task(count),
  address: TEXTS[kind].address,
});

/** The tasks about unchecked entities of a ready model. */
export function exampleTasks(
  { ingredients, fixedCosts, variableCosts }: Pick<Business, 'ingredients' | 'fixedCosts' | 'variableCosts'>,
  examples: UncheckedExamples,
): Task[] {
  const ingredientCount = examples.countIn(ingredients.values());
  const fixedCostCount = examples.countIn(fixedCosts.values());
  const variableCostCount = examples.countIn(variableCosts.values());
  const tasks: readonly (Task & { readonly count: number })[] = [
    {
      count: ingredientCount,
      address: tabAddress('ingredients'),
      text: `Troque o preço de exemplo de ${countText(ingredientCount, 'insumo', 'insumos')} pelo da sua nota de compra`,
    },
    {
      count: fixedCostCount,
      address: tabAddress('fixed-costs'),
      text: `Confira ${countText(fixedCostCount, 'custo fixo', 'custos fixos')} de exemplo`,
    },
    {
      count: variableCostCount,
      address: tabAddress('variable-costs'),
      text: `Confira ${countText(variableCostCount, 'custo variável', 'custos variáveis')} de exemplo`,
    },
  ];
  return tasks.filter(({ count }) => count > 0);
}

/** The gaps in words: 'Incompleto: falta preço em 2 insumos e mais 3 coisas.' Undefined if nothing is missing. */
export function incompleteSentence(gaps: readonly Gap[]): string | undefined {
  const [first, ...others] = gaps;
  if (first === undefined) return undefined;
  const rest = others.length === 0 ? '' : ` e mais ${countText(others.length, 'coisa', 'coisas')}`;
  return `Incompleto: ${TEXTS[first.kind].missingText(first.count)}${rest}.`;
}
