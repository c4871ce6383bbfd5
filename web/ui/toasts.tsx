import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import './toasts.css';
import { getDefaultZIndex } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { useEffect, useRef } from 'react';
import { keepToastsClear } from './toast-position.ts';
import styles from './toasts.module.css';

/** Toasts are above dialogs and below open lists, whose options must not be covered. */
const ABOVE_DIALOGS = getDefaultZIndex('modal') + 1;

/** The place of toasts; earlier toasts appear as well. */
export function Toasts() {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const frame = container.current?.querySelector<HTMLElement>('[data-position="bottom-center"]');
    return frame ? keepToastsClear(frame) : undefined;
  }, []);
  return (
    <div ref={container}>
      <Notifications
        position="bottom-center"
        limit={3}
        zIndex={ABOVE_DIALOGS}
        className={styles['toasts']}
        withinPortal={false}
        // The place of a toast depends on its height, so the height is not animated.
        transitionDuration={0}
      />
    </div>
  );
}
