import { Button } from '@mantine/core';
import { randomId } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import styles from './notify.module.css';

/** Milliseconds that suffice to read the toast and reach its button. */
const VISIBLE_MS = 7_000;

interface Toast {
  readonly text: string;
  /** The action of a 'Desfazer' button, which also closes the toast. */
  readonly undo?: (() => void) | undefined;
  /** Another button, which also closes the toast; not combined with `undo`. */
  readonly action?: ToastAction;
  /** Is called once when the toast has closed, by itself or by hand; after `undo`, if that closed it. */
  readonly onClosed?: (() => void) | undefined;
  /** A toast with the same key is replaced. */
  readonly key?: string;
  readonly tone?: 'plain' | 'problem';
}

interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

/**
 * Shows a toast at the bottom: `notify({ text: 'Insumo excluído', undo })`. @returns a function that closes it early
 */
export function notify({ text, undo, action, onClosed, key, tone = 'plain' }: Toast): () => void {
  const id = key ?? randomId();
  const buttonAction = undo ? { label: 'Desfazer', run: undo } : action;
  const button = buttonAction && {
    label: buttonAction.label,
    run() {
      buttonAction.run();
      notifications.hide(id);
    },
  };
  const toast = {
    id,
    message: <ToastMessage text={text} button={button} />,
    color: tone === 'problem' ? 'tomato' : 'basil',
    autoClose: VISIBLE_MS,
    role: tone === 'problem' ? 'alert' : 'status',
    ...(onClosed ? { onClose: onClosed } : {}),
    closeButtonProps: { 'aria-label': 'Fechar aviso' },
  };
  notifications.update(toast);
  notifications.show(toast); // This call has no effect if the update found its toast.
  return () => void notifications.hide(id);
}

/** Closes the toast with that key, if there is one. */
export const dismiss = (key: string): void => void notifications.hide(key);

interface ToastMessageProps {
  readonly text: string;
  readonly button: { readonly label: string; readonly run: () => void } | undefined;
}

function ToastMessage({ text, button }: ToastMessageProps) {
  return (
    <div className={`${styles['row']} row between touch gap-8 ink text-15`}>
      <span>{text}</span>
      {button && (
        <Button variant="subtle" size="sm" onClick={button.run}>
          {button.label}
        </Button>
      )}
    </div>
  );
}
