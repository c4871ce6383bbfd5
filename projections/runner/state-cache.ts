import { sizeOf as sizeOfBusiness } from '#domain/business/state.ts';
import type { ProjectedState } from '../read/stream-state.ts';

/**
 * Caches states of streams. The least recently used are dropped when there are too many; the log can fold them again.
 */
export interface ProjectedStateCache {
  get(stream: string): ProjectedState | undefined;
  set(stream: string, state: ProjectedState): void;
  delete(stream: string): void;
  clear(): void;
}

/**
 * @param capacity number of entities (costs, months, ingredients; a dish counts as six) of about 400 bytes each; see
 * `sizeOf`
 */
export function createProjectedStateCache(capacity: number): ProjectedStateCache {
  const states = new Map<string, ProjectedState>();
  let size = 0;

  function remove(stream: string): void {
    const state = states.get(stream);
    if (!state) return;
    states.delete(stream);
    size -= sizeOf(state);
  }

  return {
    get(stream) {
      const state = states.get(stream);
      if (!state) return undefined;
      states.delete(stream); // A Map keeps insertion order, so the last entry is the most recently used one.
      states.set(stream, state);
      return state;
    },
    set(stream, state) {
      remove(stream);
      states.set(stream, state);
      size += sizeOf(state);
      for (const oldest of states.keys()) {
        if (size <= capacity || states.size === 1) break;
        remove(oldest);
      }
    },
    delete: remove,
    clear() {
      states.clear();
      size = 0;
    },
  };
}

function sizeOf(state: ProjectedState): number {
  if (state.kind === 'account') return 2;
  const { business } = state.businessWithFigures;
  // The profit of a dish is kept for each channel.
  return 6 + sizeOfBusiness(business) + Math.ceil((business.dishes.size * business.channels.size) / 2);
}
