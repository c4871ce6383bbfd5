import { Button } from '@mantine/core';
import styles from './toast-message.module.css';

export function ToastMessage({ text, undo }: { readonly text: string; readonly undo: (() => void) | undefined }) {
  return (
    <div className={styles['row']}>
      <span>{text}</span>
      {undo && (
        <Button variant="subtle" size="sm" onClick={undo}>
          Desfazer
        </Button>
      )}
    </div>
  );
}
