import type { Gap, GapKind } from '#domain/figures/completeness.ts';
import type { TabKey } from './tabs.ts';

interface GapText {
  readonly tab: TabKey;
  /** What to do, as a line of the checklist. */
  readonly task: (count: number) => string;
  /** What is missing, to stand after 'Incompleto: '. */
  readonly lack: (count: number) => string;
}

const counted = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`);

const TEXTS: Readonly<Record<GapKind, GapText>> = {
  no_fixed_costs: {
    tab: 'fixed-costs',
    task: () => 'Cadastre o que você paga todo mês: aluguel, salários, luz',
    lack: () => 'faltam os custos fixos',
  },
  no_variable_costs: {
    tab: 'variable-costs',
    task: () => 'Informe o que sai de cada venda: cartão, entrega, imposto',
    lack: () => 'faltam os custos variáveis',
  },
  no_revenue: {
    tab: 'revenue',
    task: () => 'Informe quanto vendeu em pelo menos um mês',
    lack: () => 'falta o faturamento',
  },
  no_orders: {
    tab: 'revenue',
    task: () => 'Informe o número de pedidos de um mês, para saber o ticket médio',
    lack: () => 'falta o número de pedidos',
  },
  no_ingredients: {
    tab: 'ingredients',
    task: () => 'Cadastre seus insumos com o preço de compra',
    lack: () => 'faltam os insumos',
  },
  ingredients_without_price: {
    tab: 'ingredients',
    task: (count) => `Coloque o preço em ${counted(count, 'insumo', 'insumos')}`,
    lack: (count) => `falta preço em ${counted(count, 'insumo', 'insumos')}`,
  },
  no_dishes: {
    tab: 'recipes',
    task: () => 'Monte a ficha técnica de um prato',
    lack: () => 'faltam os pratos',
  },
  dishes_without_price: {
    tab: 'recipes',
    task: (count) => `Defina o preço de venda de ${counted(count, 'prato', 'pratos')}`,
    lack: (count) => `falta preço de venda em ${counted(count, 'prato', 'pratos')}`,
  },
  dishes_without_ingredients: {
    tab: 'recipes',
    task: (count) => `Coloque os insumos na ficha de ${counted(count, 'prato', 'pratos')}`,
    lack: (count) => `faltam insumos em ${counted(count, 'prato', 'pratos')}`,
  },
};

export const taskOf = ({ kind, count }: Gap): { readonly text: string; readonly tab: TabKey } => ({
  text: TEXTS[kind].task(count),
  tab: TEXTS[kind].tab,
});

/** 'Incompleto: falta preço em 2 insumos e mais 3 coisas.' Undefined when nothing is missing. */
export function incompleteness(gaps: readonly Gap[]): string | undefined {
  const [first, ...others] = gaps;
  if (first === undefined) return undefined;
  const rest = others.length === 0 ? '' : ` e mais ${counted(others.length, 'coisa', 'coisas')}`;
  return `Incompleto: ${TEXTS[first.kind].lack(first.count)}${rest}.`;
}
