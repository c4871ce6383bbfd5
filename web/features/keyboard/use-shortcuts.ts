import { useEffect } from 'react';
import type { GoToTab } from '../navigation/addresses.ts';
import { isTyping, type Shortcut, shortcutOf } from './shortcuts.ts';

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

/** Milliseconds to wait for the letter after 'g'. */
const SECOND_KEY_MS = 1_500;

interface ShortcutActions {
  readonly goToTab: GoToTab;
  readonly showHelp: () => void;
}

/** Handles the shortcuts of the dashboard, except while somebody types or has turned them off. */
export function useShortcuts({ goToTab, showHelp }: ShortcutActions): void {
  useEffect(() => {
    let lastG = -Infinity;
    const runShortcut = (shortcut: Shortcut): boolean => {
      switch (shortcut.kind) {
        case 'go':
          goToTab(shortcut.tab);
          return true;
        case 'add':
          return focusField('[data-add] input');
        case 'search':
          return focusField('[role="search"] input');
        case 'help':
          showHelp();
          return true;
        case 'waiting':
          return true;
        default:
          return shortcut satisfies never;
      }
    };
    const handleKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || isTyping(event.target)) return;
      if (document.querySelector('dialog[open]') || !shortcutSetting.isOn()) return;
      const shortcut = shortcutOf(event, event.timeStamp - lastG < SECOND_KEY_MS);
      lastG = shortcut?.kind === 'waiting' ? event.timeStamp : -Infinity;
      if (shortcut && runShortcut(shortcut)) event.preventDefault();
    };
    window.addEventListener('keydown', handleKeyDown);
    return () => window.removeEventListener('keydown', handleKeyDown);
  }, [goToTab, showHelp]);
}

function focusField(selector: string): boolean {
  const field = document.querySelector<HTMLElement>(`main ${selector}`);
  field?.focus();
  return field !== null;
}
