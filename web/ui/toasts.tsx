import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import './toasts.css';
import { getDefaultZIndex } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { useEffect, useRef } from 'react';
import { keepClear } from './toast-place.ts';
import styles from './toasts.module.css';

/** And below lists that are open: what is just being chosen from is never covered. */
const ABOVE_DIALOGS = getDefaultZIndex('modal') + 1;

/** Where toasts appear; those that came before it are shown as well. */
export function Toasts() {
  const around = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const frame = around.current?.querySelector<HTMLElement>('[data-position="bottom-center"]');
    return frame ? keepClear(frame) : undefined;
  }, []);
  return (
    <div ref={around}>
      <Notifications
        position="bottom-center"
        limit={3}
        zIndex={ABOVE_DIALOGS}
        className={styles['toasts']}
        withinPortal={false}
        // Where a toast has room depends on its height, which therefore does not grow over time.
        transitionDuration={0}
      />
    </div>
  );
}
