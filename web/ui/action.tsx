import type { ReactNode } from 'react';
import { Link } from 'wouter';
import styles from './action.module.css';

/** `plain` is a link that stands beside a button and does not compete with it; `grave` does at once what nobody undoes. */
type Tone = 'primary' | 'quiet' | 'plain' | 'danger' | 'grave';

interface ActionProps {
  readonly tone?: Tone;
  readonly children: ReactNode;
}

const classOf = (tone: Tone): string => `${styles['action']} ${styles[tone]}`;

/** A button without Mantine, which the pages outside the dashboard do without to stay light. */
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

/** The button of a form; while its work is under way it says so and takes no second click. */
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
  /** What the other page is told beside its address. */
  readonly state?: object;
}

/** The same look for going to another page of ours. */
export function ActionLink({ tone = 'primary', to, state, children }: ActionLinkProps) {
  return (
    <Link to={to} state={state} className={classOf(tone)}>
      {children}
    </Link>
  );
}

/** The way out of a page that leads no further. */
export const BackToStart = () => (
  <ActionLink tone="plain" to="/">
    Voltar ao início
  </ActionLink>
);
