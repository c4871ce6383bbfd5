import { randomId } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { createElement } from 'react';
import { ToastMessage } from './toast-message.tsx';

/** Time to read and to reach the button. */
const STAYS_MS = 7_000;

interface Toast {
  readonly text: string;
  /** Gives the toast a 'Desfazer' button, which also closes it. */
  readonly undo?: (() => void) | undefined;
  /** Another button, which closes the toast too; not beside `undo`. */
  readonly action?: ToastAction;
  /** Told once when the toast has gone, by itself or by hand; after `undo`, where that made it go. */
  readonly onGone?: (() => void) | undefined;
  /** A toast of the same key is replaced instead of joined by a second one. */
  readonly key?: string;
  readonly tone?: 'plain' | 'problem';
}

interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

/** A toast at the bottom: `notify({ text: 'Insumo excluído', undo })`. Returns what takes it away early. */
export function notify({ text, undo, action, onGone, key, tone = 'plain' }: Toast): () => void {
  const id = key ?? randomId();
  const offered = undo ? { label: 'Desfazer', run: undo } : action;
  const button = offered && {
    label: offered.label,
    run() {
      offered.run();
      notifications.hide(id);
    },
  };
  const toast = {
    id,
    message: createElement(ToastMessage, { text, button }),
    color: tone === 'problem' ? 'tomato' : 'basil',
    autoClose: STAYS_MS,
    role: tone === 'problem' ? 'alert' : 'status',
    ...(onGone ? { onClose: onGone } : {}),
    closeButtonProps: { 'aria-label': 'Fechar aviso' },
  };
  notifications.update(toast);
  notifications.show(toast); // does nothing where the update found its toast
  return () => void notifications.hide(id);
}

/** Takes the toast of that key away, where there is one. */
export const dismiss = (key: string): void => void notifications.hide(key);
