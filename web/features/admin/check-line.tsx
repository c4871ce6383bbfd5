import type { Check, CheckResult } from './checks.ts';
import styles from './parts.module.css';

interface CheckLineProps {
  readonly check: Check;
  /** undefined: not asked yet. 'running': no answer yet. */
  readonly result: CheckResult | 'running' | undefined;
}

/** One part of the system, and how it is. */
export function CheckLine({ check, result }: CheckLineProps) {
  const isKnown = result !== undefined && result !== 'running';
  return (
    <li className={styles['item']}>
      <div className={styles['words']}>
        <span className={styles['name']}>{check.name}</span>
        <span className={styles['faint']}>{isKnown ? result.text : `/api/${check.what}`}</span>
      </div>
      {isKnown && (
        <span className={`${styles['label']} ${styles[result.ok ? 'granted' : 'pending']}`}>
          {result.ok ? 'FUNCIONANDO' : 'COM FALHA'}
        </span>
      )}
      {result === 'running' && <span className={styles['faint']}>verificando…</span>}
    </li>
  );
}
