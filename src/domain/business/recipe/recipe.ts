import { componentOf, unitOf } from './components.ts';
import type { ComponentReference, RecipeLine, RecordedLine } from './line.ts';
import type { Business } from '../state.ts';

export function componentReference(
  state: Pick<Business, 'ingredients' | 'preparations'>,
  { ingredientId, ownUnit }: Pick<RecipeLine, 'ingredientId' | 'ownUnit'>,
): ComponentReference {
  const component = componentOf(state, ingredientId);
  const unit = ownUnit ?? (component && unitOf(component));
  return {
    ingredientId,
    ingredientName: component?.name ?? '',
    ...(unit === undefined ? {} : { unit }),
  };
}

export const recordedLines = (
  state: Pick<Business, 'ingredients' | 'preparations'>,
  lines: readonly RecipeLine[],
): readonly RecordedLine[] =>
  lines.map(({ ingredientId, quantity, ownUnit, channels, version }) => ({
    ingredientId,
    ingredientName: componentOf(state, ingredientId)?.name ?? '',
    quantity,
    ...(ownUnit === null ? {} : { ownUnit }),
    ...(channels === null ? {} : { channels }),
    version,
  }));
