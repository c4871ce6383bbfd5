import { ActionButton } from './action.tsx';
import styles from './not-loaded.module.css';

interface NotLoadedProps {
  /** 'a lista', 'esta pessoa' */
  readonly what: string;
  readonly onRetry: () => unknown;
}

/** In the place of a part of a page that could not be read. */
export const NotLoaded = ({ what, onRetry }: NotLoadedProps) => (
  <div className="row wrap gap-12 across-20">
    <p className={styles['problem']} role="alert">
      Não deu para carregar {what}.
    </p>
    <ActionButton tone="quiet" onClick={() => void onRetry()}>
      Tentar de novo
    </ActionButton>
  </div>
);
