import { useSyncExternalStore } from 'react';

/** Light or dark: the system's choice until the visitor makes one, which stays in this browser. */
export type ColourScheme = 'light' | 'dark';

const KEY = 'prumo.colour-scheme';
const listeners = new Set<() => void>();
let chosen: ColourScheme | undefined;

const systemDark = (): MediaQueryList => matchMedia('(prefers-color-scheme: dark)');
const systemScheme = (): ColourScheme => (systemDark().matches ? 'dark' : 'light');

function readStored(): ColourScheme | undefined {
  try {
    const stored = localStorage.getItem(KEY);
    return stored === 'light' || stored === 'dark' ? stored : undefined;
  } catch {
    return undefined;
  }
}

const currentScheme = (): ColourScheme => chosen ?? systemScheme();

/** The page's attribute is set only for a choice: without one, CSS follows the system, scripts or not. */
function show(): void {
  if (chosen === undefined) delete document.documentElement.dataset['mantineColorScheme'];
  else document.documentElement.dataset['mantineColorScheme'] = chosen;
  for (const listener of listeners) listener();
}

export function chooseScheme(scheme: ColourScheme): void {
  chosen = scheme === systemScheme() ? undefined : scheme;
  try {
    if (chosen === undefined) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, chosen);
  } catch {
    // storage is blocked: the choice holds for this page
  }
  show();
}

/** Writes the choice down once more: signing out has the browser clear what it keeps, and a colour tells of nobody. */
export function rememberScheme(): void {
  if (chosen !== undefined) chooseScheme(chosen);
}

/** Reads the choice made earlier, then follows the system and the other tabs; once, at start. */
export function followScheme(): void {
  chosen = readStored();
  systemDark().addEventListener('change', show);
  window.addEventListener('storage', (event) => {
    if (event.key !== KEY) return;
    chosen = readStored();
    show();
  });
  show();
}

export const useColourScheme = (): ColourScheme => useSyncExternalStore(subscribe, currentScheme, () => 'light');

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
