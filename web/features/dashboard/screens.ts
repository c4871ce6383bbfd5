import type { TabKey } from './tabs.ts';

interface Screen {
  readonly title: string;
  /** The tab that it belongs to. */
  readonly tab: TabKey;
}

/** Screens of the dashboard that are no tabs, by the last part of their address. */
const SCREENS = {
  historico: { title: 'Histórico', tab: 'dashboard' },
} as const satisfies Readonly<Record<string, Screen>>;

export type ScreenKey = keyof typeof SCREENS;

/** Every address of the dashboard. Going from one to the other keeps the page and its business. */
export const DASHBOARD_PATH = new RegExp(`^/dashboard(?:/(?:${Object.keys(SCREENS).join('|')}))?/?$`);

/** '/dashboard/historico' → 'historico'; undefined for the tabs. */
export function screenFrom(path: string): ScreenKey | undefined {
  const last = path.split('/')[2] ?? '';
  return Object.hasOwn(SCREENS, last) ? (last as ScreenKey) : undefined;
}

export const screenOf = (key: ScreenKey): Screen => SCREENS[key];

export const screenAddress = (key: ScreenKey): string => `/dashboard/${key}`;
