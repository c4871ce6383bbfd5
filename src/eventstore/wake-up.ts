/** Wakes one waiter. A notification while nobody waits is kept for the next `wait`, so none is missed. */
export interface WakeUp {
  readonly notify: () => void;
  readonly wait: () => Promise<void>;
}

export function createWakeUp(): WakeUp {
  let isNotified = false;
  let wake: (() => void) | undefined;
  return {
    notify() {
      isNotified = true;
      wake?.();
    },
    async wait() {
      if (!isNotified) await new Promise<void>((resolve) => (wake = resolve));
      isNotified = false;
      wake = undefined;
    },
  };
}
