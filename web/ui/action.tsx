import type { ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './action.module.css';

/** `plain` is a secondary link beside a button; `grave` is an action that takes effect at once and cannot be undone. */
type Tone = 'primary' | 'quiet' | 'plain' | 'danger' | 'grave';

interface ActionProps {
  readonly tone?: Tone;
  readonly children: ReactNode;
}

const classOf = (tone: Tone): string => `${styles['action']} ${styles[tone]}`;

/** A button without Mantine, which keeps the pages outside the dashboard small. */
export function ActionButton({
  tone = 'primary',
  onClick,
  busy = false,
  busyLabel,
  children,
}: ActionProps & { readonly onClick: () => void; readonly busy?: boolean; readonly busyLabel?: string }) {
  return (
    <button type="button" className={classOf(tone)} onClick={onClick} disabled={busy} aria-busy={busy}>
      {busy ? (busyLabel ?? children) : children}
    </button>
  );
}

/** The button of a form; while the form is being submitted it says so and ignores clicks. */
export function SubmitButton({
  tone = 'primary',
  busy,
  busyLabel,
  children,
}: ActionProps & { readonly busy: boolean; readonly busyLabel: string }) {
  return (
    <button type="submit" className={classOf(tone)} disabled={busy} aria-busy={busy}>
      {busy ? busyLabel : children}
    </button>
  );
}

interface ActionLinkProps extends ActionProps {
  readonly to: string;
  /** The navigation state for the other page. */
  readonly state?: object;
}

/** A link to another page of ours with the look of a button. */
export function ActionLink({ tone = 'primary', to, state, children }: ActionLinkProps) {
  return (
    <Link to={to} state={state} className={classOf(tone)}>
      {children}
    </Link>
  );
}

/** The link to the start on a page without further steps. */
export const BackToStart = () => (
  <ActionLink tone="plain" to="/">
    Voltar ao início
  </ActionLink>
);
