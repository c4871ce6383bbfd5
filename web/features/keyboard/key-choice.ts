const KEY = 'prumo.shortcuts';

/** Whether single keys do something. Some dictate instead of typing, and their words must not: they can turn it off. */
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
      // storage is blocked: they stay on
    }
  },
};
