import type { Preparation } from './preparation-fields.ts';
import type { Ingredient } from '../ingredient/fields.ts';
import type { Business } from '../state.ts';

/** What a line of a recipe can be of: an ingredient, or a preparation that is used like one. */
export type Component = Ingredient | Preparation;

/** Where components are found. */
export type Components = Pick<Business, 'ingredients' | 'preparations'>;

export const componentOf = ({ ingredients, preparations }: Components, id: string): Component | undefined =>
  ingredients.get(id) ?? preparations.get(id);

export const isPreparation = (component: Component): component is Preparation => 'lines' in component;

/** In which a component is priced and counted where nothing else is said. */
export const unitOf = (component: Component): string =>
  isPreparation(component) ? component.yieldUnit : component.unit;
