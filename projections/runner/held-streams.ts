import type { Held } from '../read/held.ts';

/** Least recently touched streams go first when there is too much; they are folded from the log again when needed. */
export interface HeldStreams {
  get(stream: string): Held | undefined;
  set(stream: string, held: Held): void;
  delete(stream: string): void;
  clear(): void;
}

/** `capacity` counts things (costs, months, ingredients; a dish is six), about 400 bytes each. */
export function createHeldStreams(capacity: number): HeldStreams {
  const streams = new Map<string, Held>();
  let size = 0;

  function remove(stream: string): void {
    const held = streams.get(stream);
    if (!held) return;
    streams.delete(stream);
    size -= sizeOf(held);
  }

  return {
    get(stream) {
      const held = streams.get(stream);
      if (!held) return undefined;
      streams.delete(stream); // to the young end
      streams.set(stream, held);
      return held;
    },
    set(stream, held) {
      remove(stream);
      streams.set(stream, held);
      size += sizeOf(held);
      for (const oldest of streams.keys()) {
        if (size <= capacity || streams.size === 1) break;
        remove(oldest);
      }
    },
    delete: remove,
    clear() {
      streams.clear();
      size = 0;
    },
  };
}

function sizeOf(held: Held): number {
  if (held.kind === 'account') return 2;
  const { fixedCosts, variableCosts, months, ingredients, dishes } = held.figured.business;
  return 6 + fixedCosts.size + variableCosts.size + months.size + ingredients.size + 6 * dishes.size;
}
