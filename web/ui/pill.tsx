import type { ReactNode } from 'react';
import styles from './pill.module.css';

/** A row of pills that wraps. */
export const Pills = ({ label, children }: { readonly label: string; readonly children: ReactNode }) => (
  <div className="flex wrap gap-8" role="group" aria-label={label}>
    {children}
  </div>
);

interface PillProps {
  /** Tells whether it is pressed; left out for a pill that acts at once. */
  readonly isOn?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/** A small round button beside others of its kind. */
export const Pill = ({ isOn, onClick, children }: PillProps) => (
  <button
    type="button"
    className={`${styles['pill']} touch rounded-full ${styles['button']} no-padding pad-inline-14 on-nothing pointer hover-sunken`}
    aria-pressed={isOn}
    onClick={onClick}
  >
    {children}
  </button>
);
