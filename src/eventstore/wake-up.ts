/** Wakes one waiter. A notification without a waiter is stored for the next `wait`, so none is missed. */
export interface WakeUp {
  readonly notify: () => void;
  /** @returns false when there was no notification within that time */
  readonly wait: (milliseconds?: number) => Promise<boolean>;
}

export function createWakeUp(): WakeUp {
  let isNotified = false;
  let wake: (() => void) | undefined;
  return {
    notify() {
      isNotified = true;
      wake?.();
    },
    async wait(milliseconds) {
      if (!isNotified)
        await new Promise<void>((resolve) => {
          const timer = milliseconds === undefined ? undefined : setTimeout(resolve, milliseconds);
          wake = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      const wasNotified = isNotified;
      isNotified = false;
      wake = undefined;
      return wasNotified;
    },
  };
}
