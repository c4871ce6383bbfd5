/** Wakes one waiter. A ring while nobody waits is kept for the next `wait`, so none is missed. */
export interface Bell {
  readonly ring: () => void;
  readonly wait: () => Promise<void>;
}

export function createBell(): Bell {
  let hasRung = false;
  let wake: (() => void) | undefined;
  return {
    ring() {
      hasRung = true;
      wake?.();
    },
    async wait() {
      if (!hasRung) await new Promise<void>((resolve) => (wake = resolve));
      hasRung = false;
      wake = undefined;
    },
  };
}
