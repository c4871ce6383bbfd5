const KEY = 'prumo.shortcuts';

/**
 * The setting that turns single-key shortcuts on or off. People who dictate turn them off, because dictated words would
 * trigger them.
 */
export const shortcutSetting = {
  isOn(): boolean {
    try {
      return localStorage.getItem(KEY) !== 'off';
    } catch {
      return true;
    }
  },
  set(isOn: boolean): void {
    try {
      if (isOn) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, 'off');
    } catch {
      // Storage is blocked, so the keys stay on.
    }
  },
};
