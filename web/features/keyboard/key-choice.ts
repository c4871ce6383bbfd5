const KEY = 'prumo.shortcuts';

/**
 * Whether single keys are shortcuts. People who dictate can turn them off, because dictated words would trigger them.
 */
export const keyChoice = {
  isOn(): boolean {
    try {
      return localStorage.getItem(KEY) !== 'off';
    } catch {
      return true;
    }
  },
  turn(on: boolean): void {
    try {
      if (on) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, 'off');
    } catch {
      // Storage is blocked, so the keys stay on.
    }
  },
};
