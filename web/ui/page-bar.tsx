import type { ReactNode } from 'react';
import styles from './page.module.css';
import { chooseScheme, useColourScheme } from './colour-scheme.ts';
import { LineIcon } from './line-icon.tsx';

const SUN =
  'M8 12a4 4 0 1 0 8 0a4 4 0 1 0-8 0M12 2v2M12 20v2M4.93 4.93l1.41 1.41M17.66 17.66l1.41 1.41M2 12h2M20 12h2M6.34 17.66l-1.41 1.41M19.07 4.93l-1.41 1.41';
const MOON =
  'M20.985 12.486a9 9 0 1 1-9.473-9.472c.405-.022.617.46.402.803a6 6 0 0 0 8.268 8.268c.344-.215.825-.004.803.401';

interface SchemeToggleProps {
  readonly className?: string | undefined;
  /** A class for the label, which is for screen readers only by default. */
  readonly textClassName?: string | undefined;
}

const SQUARE = `${styles['toggle']} stack centred no-padding bare-button rounded-small soft hover-sunken hover-ink`;

/** The switch between light and dark. */
export function SchemeToggle({ className = SQUARE, textClassName = 'visually-hidden' }: SchemeToggleProps) {
  const isDark = useColourScheme() === 'dark';
  return (
    <button type="button" className={className} onClick={() => chooseScheme(isDark ? 'light' : 'dark')}>
      <LineIcon path={isDark ? SUN : MOON} size={20} />
      <span className={textClassName}>{isDark ? 'Usar tema claro' : 'Usar tema escuro'}</span>
    </button>
  );
}

/** The bar above pages outside the dashboard, with the name and the colour scheme. */
export const PageBar = ({ children }: { readonly children: ReactNode }) => (
  <header className={`${styles['bar']} row between`}>
    {children}
    <SchemeToggle />
  </header>
);
