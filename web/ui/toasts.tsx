import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import './toasts.css';
import { getDefaultZIndex } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import styles from './toasts.module.css';

/** And below lists that are open: what is just being chosen from is never covered. */
const ABOVE_DIALOGS = getDefaultZIndex('modal') + 1;

/** Where toasts appear; those that came before it are shown as well. */
export const Toasts = () => (
  <Notifications position="bottom-center" limit={3} zIndex={ABOVE_DIALOGS} className={styles['toasts']} />
);
