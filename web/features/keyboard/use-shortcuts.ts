import { useEffect } from 'react';
import type { GoToTab } from '../places/tabs.ts';
import { keyChoice } from './key-choice.ts';
import { isTyping, type Shortcut, shortcutOf } from './shortcuts.ts';

/** Milliseconds to wait for the letter after 'g'. */
const WAIT_MS = 1_500;

interface ShortcutActions {
  readonly goToTab: GoToTab;
  readonly showHelp: () => void;
}

/** Handles the shortcuts of the dashboard, except while somebody types or has turned them off. */
export function useShortcuts({ goToTab, showHelp }: ShortcutActions): void {
  useEffect(() => {
    let lastG = -Infinity;
    const act = (shortcut: Shortcut): boolean => {
      switch (shortcut.kind) {
        case 'go':
          goToTab(shortcut.tab);
          return true;
        case 'add':
          return focusOn('[data-add] input');
        case 'search':
          return focusOn('[role="search"] input');
        case 'help':
          showHelp();
          return true;
        case 'waiting':
          return true;
        default:
          return shortcut satisfies never;
      }
    };
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || isTyping(event.target)) return;
      if (document.querySelector('dialog[open]') || !keyChoice.isOn()) return;
      const shortcut = shortcutOf(event, event.timeStamp - lastG < WAIT_MS);
      lastG = shortcut?.kind === 'waiting' ? event.timeStamp : -Infinity;
      if (shortcut && act(shortcut)) event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [goToTab, showHelp]);
}

function focusOn(selector: string): boolean {
  const field = document.querySelector<HTMLElement>(`main ${selector}`);
  field?.focus();
  return field !== null;
}
