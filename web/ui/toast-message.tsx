import { Button } from '@mantine/core';
import styles from './toast-message.module.css';

interface ToastMessageProps {
  readonly text: string;
  readonly button: { readonly label: string; readonly run: () => void } | undefined;
}

export function ToastMessage({ text, button }: ToastMessageProps) {
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
