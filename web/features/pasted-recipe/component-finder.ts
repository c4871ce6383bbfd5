import { normalizeName } from '#domain/names.ts';
import { type Component, nestingFlaw } from '#domain/business/recipe/components.ts';
import type { Business } from '#domain/business/state.ts';
import { singular } from '#domain/units/measure.ts';
import { NearestName } from '../files/nearest-name.ts';
import type { RecipeOwner } from '../fields/recipe-owner.ts';

interface ComponentMatch {
  readonly component: Component;
  /** Tells whether the name is only similar, so that the owner should check it. */
  readonly isSimilar: boolean;
}

/** Finds a component by the name in a recipe: exactly, then in singular or plural, then the most similar one. */
export class ComponentFinder {
  readonly #exact = new Map<string, Component>();
  readonly #singular = new Map<string, Component>();
  readonly #nearest: NearestName<Component>;

  constructor(state: Business, owner: RecipeOwner) {
    const components = [...state.ingredients.values(), ...state.preparations.values()].filter(
      ({ id }) => id !== owner.id && nestingFlaw(state, owner.id, id) === undefined,
    );
    for (const component of components.toReversed()) {
      this.#exact.set(normalizeName(component.name), component);
      this.#singular.set(singularName(component.name), component);
    }
    this.#nearest = new NearestName(components);
  }

  findExact(name: string): Component | undefined {
    return this.#exact.get(normalizeName(name));
  }

  find(name: string): ComponentMatch | undefined {
    const match = this.findExact(name) ?? this.#singular.get(singularName(name));
    if (match) return { component: match, isSimilar: false };
    const similar = this.#nearest.find(name);
    return similar && { component: similar, isSimilar: true };
  }
}

const singularName = (name: string): string =>
  normalizeName(name.normalize('NFC').trim().toLowerCase().split(/\s+/).map(singular).join(' '));
