import { ActionButton } from '#web/ui/action.tsx';
import styles from './parts.module.css';

interface NotLoadedProps {
  /** 'a lista', 'esta pessoa' */
  readonly what: string;
  readonly onRetry: () => unknown;
}

/** In the place of what could not be read. */
export const NotLoaded = ({ what, onRetry }: NotLoadedProps) => (
  <div className={styles['row']}>
    <p className={styles['problem']} role="alert">
      Não deu para carregar {what}.
    </p>
    <ActionButton tone="quiet" onClick={() => void onRetry()}>
      Tentar de novo
    </ActionButton>
  </div>
);
