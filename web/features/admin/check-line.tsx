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
    <li className={`${styles['item']} stack at-middle`}>
      <div className={`${styles['words']} stack shrinks breaks`}>
        <span className={`${styles['name']} weight-560`}>{check.name}</span>
        <span className={`${styles['faint']} faint text-15`}>{isKnown ? result.text : `/api/${check.what}`}</span>
      </div>
      {isKnown && (
        <span
          className={`${styles['label']} unbroken rounded-full text-13 weight-600 ${result.ok ? 'basil' : 'tomato'}`}
        >
          {result.ok ? 'FUNCIONANDO' : 'COM FALHA'}
        </span>
      )}
      {result === 'running' && <span className={`${styles['faint']} faint text-15`}>verificando…</span>}
    </li>
  );
}
