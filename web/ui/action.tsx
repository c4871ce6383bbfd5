import type { ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './action.module.css';

interface ActionProps {
  readonly tone?: 'primary' | 'quiet';
  readonly children: ReactNode;
}

const classOf = (tone: 'primary' | 'quiet'): string => `${styles['action']} ${styles[tone]}`;

/** A button of the pages outside the dashboard, which do without Mantine to stay light. */
export function ActionButton({
  tone = 'primary',
  onClick,
  busy = false,
  children,
}: ActionProps & { readonly onClick: () => void; readonly busy?: boolean }) {
  return (
    <button type="button" className={classOf(tone)} onClick={onClick} disabled={busy}>
      {children}
    </button>
  );
}

/** The same look for going to another page of ours. */
export function ActionLink({ tone = 'primary', to, children }: ActionProps & { readonly to: string }) {
  return (
    <Link to={to} className={classOf(tone)}>
      {children}
    </Link>
  );
}
