import type { Business } from '#domain/business/state.ts';
import { sortMainFirst } from '#domain/business/channel/channels.ts';
import type { ImportTab } from '../navigation/import-address.ts';
import type { ImportKind } from '../fields/import-kind.ts';
import { channelImport, dishImport, monthImport } from './menu-imports.ts';
import { IMPORTS, entityImportKind } from '../fields/entity-imports.ts';
import { dishRecipes, preparationRecipes } from './recipe-imports.ts';

/** All lists that can be filled from a spreadsheet. */
const KINDS: Readonly<Record<ImportTab, (state: () => Business) => ImportKind>> = {
  ingredients: (state) => entityImportKind(IMPORTS.ingredients, state),
  preparations: (state) => preparationRecipes({ state, channels: channelsIn(state) }),
  recipes: (state) => dishRecipes({ state, channels: channelsIn(state) }),
  'fixed-costs': (state) => entityImportKind(IMPORTS.fixedCosts, state),
  'variable-costs': (state) => entityImportKind(IMPORTS.variableCosts, state),
  dishes: dishImport,
  channels: channelImport,
  revenue: monthImport,
};

const channelsIn = (state: () => Business) => () => sortMainFirst(state());

/** @param state the current state, because cells name other entities */
export const importKind = (tab: ImportTab, state: () => Business): ImportKind => KINDS[tab](state);
