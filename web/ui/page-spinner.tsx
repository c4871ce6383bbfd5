import styles from './page-spinner.module.css';
import { Spinner } from './spinner.tsx';

/** A whole page that is on its way. */
export function PageSpinner({ label }: { readonly label: string }) {
  return (
    <main className={`${styles['page']} stack centred`}>
      <Spinner label={label} />
    </main>
  );
}
