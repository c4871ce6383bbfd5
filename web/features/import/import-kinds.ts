import { AMOUNTS, type AmountRule } from '#contract/amounts.ts';
import type { Business } from '#domain/business/state.ts';
import type { Units } from '#domain/decimal.ts';
import { money, percentage, unitPrice } from '#domain/format.ts';
import type { SetChange } from '../entry/change-set.ts';
import type { ImportTab } from './import-address.ts';

/** A row that can be done. */
export interface ReadRow {
  readonly name: string;
  /** Empty where the kind has none, or where the sheet says none about something held. */
  readonly unit: string;
  readonly amount: Units;
}

/** What is there already under a name. */
export interface HeldRow extends ReadRow {
  readonly id: string;
}

/** One of the lists that can be filled from a spreadsheet. */
export interface ImportKind {
  readonly tab: ImportTab;
  readonly title: string;
  readonly hasUnit: boolean;
  readonly rule: AmountRule;
  readonly words: {
    readonly one: string;
    readonly many: string;
    /** 'o preço' */
    readonly theAmount: string;
    readonly amount: string;
  };
  /** What such a sheet looks like, to paste. */
  readonly example: string;
  readonly held: (state: Business) => readonly HeldRow[];
  /** 'R$ 38,90 / kg' */
  readonly shown: (row: Pick<ReadRow, 'amount' | 'unit'>) => string;
  readonly add: (id: string, row: ReadRow) => SetChange;
  readonly change: (id: string, row: ReadRow) => SetChange;
}

const ingredients: ImportKind = {
  tab: 'ingredients',
  title: 'Importar insumos',
  hasUnit: true,
  rule: AMOUNTS.unitPrice,
  words: { one: 'insumo', many: 'insumos', theAmount: 'o preço', amount: 'Preço' },
  example: 'Insumo\tUnidade\tPreço\nFarinha de trigo\tkg\t4,90\nMuçarela\tkg\t38,90\nOvo\tun\t0,75',
  held: ({ ingredients: rows }) =>
    [...rows.values()].map(({ id, name, unit, unitPrice: amount }) => ({ id, name, unit, amount })),
  shown: ({ amount, unit }) => `${unitPrice(amount)}\u00A0/\u00A0${unit}`,
  add: (id, { name, unit, amount }) => ({ type: 'AddIngredient', id, name, unit, unitPrice: amount }),
  change: (id, { unit, amount }) => ({ type: 'ChangeIngredient', id, unit, unitPrice: amount }),
};

interface CostKind<Cost> extends Pick<ImportKind, 'tab' | 'title' | 'rule' | 'words' | 'example' | 'add' | 'change'> {
  readonly costs: (state: Business) => ReadonlyMap<string, Cost>;
  readonly amountOf: (cost: Cost) => Units;
  readonly written: (amount: Units) => string;
}

/** Costs of either kind are a name and an amount; what the amount is they say themselves. */
const ofCosts = <Cost extends { readonly id: string; readonly name: string }>(kind: CostKind<Cost>): ImportKind => {
  const { costs, amountOf, written, ...rest } = kind;
  return {
    ...rest,
    hasUnit: false,
    held: (state) =>
      [...costs(state).values()].map((cost) => ({ id: cost.id, name: cost.name, unit: '', amount: amountOf(cost) })),
    shown: ({ amount }) => written(amount),
  };
};

const fixedCosts = ofCosts({
  tab: 'fixed-costs',
  title: 'Importar custos fixos',
  rule: AMOUNTS.fixedCost,
  words: { one: 'custo fixo', many: 'custos fixos', theAmount: 'o valor', amount: 'Valor por mês' },
  example: 'Custo\tValor\nAluguel\t3.500,00\nSalários\t9.800,00\nEnergia\t890,45',
  costs: (state) => state.fixedCosts,
  amountOf: ({ value }) => value,
  written: money,
  add: (id, { name, amount }) => ({ type: 'AddFixedCost', id, name, value: amount }),
  change: (id, { amount }) => ({ type: 'ChangeFixedCost', id, value: amount }),
});

const variableCosts = ofCosts({
  tab: 'variable-costs',
  title: 'Importar custos variáveis',
  rule: AMOUNTS.variableCost,
  words: { one: 'custo variável', many: 'custos variáveis', theAmount: 'o percentual', amount: 'Percentual' },
  example: 'Custo\tPercentual\nTaxa do cartão\t3,2%\nImpostos\t6%\nComissão do aplicativo\t12%',
  costs: (state) => state.variableCosts,
  amountOf: (cost) => cost.percentage,
  written: percentage,
  add: (id, { name, amount }) => ({ type: 'AddVariableCost', id, name, percentage: amount }),
  change: (id, { amount }) => ({ type: 'ChangeVariableCost', id, percentage: amount }),
});

export const IMPORT_KINDS: readonly ImportKind[] = [ingredients, fixedCosts, variableCosts];

/** '?em=fixed-costs' → fixed costs; ingredients when nothing else is asked for. */
export function importKindFrom(search: string): ImportKind {
  const asked = new URLSearchParams(search).get('em');
  return IMPORT_KINDS.find(({ tab }) => tab === asked) ?? ingredients;
}
