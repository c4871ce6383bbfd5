import { Moon, Sun } from 'lucide-react';
import { chooseScheme, useColourScheme } from './colour-scheme.ts';
import styles from './scheme-toggle.module.css';

/** Light or dark, by hand. */
export function SchemeToggle() {
  const isDark = useColourScheme() === 'dark';
  return (
    <button
      type="button"
      className={styles['toggle']}
      aria-label={isDark ? 'Usar tema claro' : 'Usar tema escuro'}
      onClick={() => chooseScheme(isDark ? 'light' : 'dark')}
    >
      {isDark ? <Sun size={20} aria-hidden /> : <Moon size={20} aria-hidden />}
    </button>
  );
}
