import { ActionButton } from './action.tsx';
import styles from './retry-note.module.css';

/** A part of the page whose code could not be had: the connection is gone, or a newer version has taken its place. */
export function RetryNote({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div className={`${styles['note']} stack from-left gap-16 pad-block-24 pad-inline-24`} role="alert">
      <p>Esta parte da página não carregou. Confira a conexão e tente de novo; se não adiantar, atualize a página.</p>
      <ActionButton tone="quiet" onClick={onRetry}>
        Tentar de novo
      </ActionButton>
    </div>
  );
}
