import { useSyncExternalStore } from 'react';

/** Light or dark: the system's scheme until the visitor chooses one, which this browser stores. */
export type ColourScheme = 'light' | 'dark';

const KEY = 'prumo.colour-scheme';
const listeners = new Set<() => void>();
let chosenScheme: ColourScheme | undefined;

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

const currentScheme = (): ColourScheme => chosenScheme ?? systemScheme();

/** The page's attribute is set only for a choice: without one, CSS follows the system, with or without scripts. */
function applyScheme(): void {
  if (chosenScheme === undefined) delete document.documentElement.dataset['mantineColorScheme'];
  else document.documentElement.dataset['mantineColorScheme'] = chosenScheme;
  for (const listener of listeners) listener();
}

export function chooseScheme(scheme: ColourScheme): void {
  chosenScheme = scheme === systemScheme() ? undefined : scheme;
  try {
    if (chosenScheme === undefined) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, chosenScheme);
  } catch {
    // Storage is blocked, so the choice holds for this page.
  }
  applyScheme();
}

/** Stores the choice again after signing out has cleared the browser's data: a colour identifies nobody. */
export function rememberScheme(): void {
  if (chosenScheme !== undefined) chooseScheme(chosenScheme);
}

/** Reads the stored choice, then follows the system and other tabs; called once at start. */
export function followScheme(): void {
  chosenScheme = readStored();
  systemDark().addEventListener('change', applyScheme);
  window.addEventListener('storage', (event) => {
    if (event.key !== KEY) return;
    chosenScheme = readStored();
    applyScheme();
  });
  applyScheme();
}

export const useColourScheme = (): ColourScheme => useSyncExternalStore(subscribe, currentScheme, () => 'light');

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
