import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import './toasts.css';
import { Notifications } from '@mantine/notifications';
import styles from './toasts.module.css';

/** Where toasts appear; those that came before it are shown as well. */
export const Toasts = () => <Notifications position="bottom-center" limit={3} className={styles['toasts']} />;
