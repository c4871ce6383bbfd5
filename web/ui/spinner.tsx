import styles from './page.module.css';

/** A small spinner with a text, which screen readers announce once. */
export function Spinner({ label }: { readonly label: string }) {
  return (
    <div className="row touch gap-12 soft" role="status" data-spinner>
      <span className={`${styles['spinner']} circle`} aria-hidden="true" />
      <span>{label}</span>
    </div>
  );
}

/** The placeholder of a whole page while it loads. */
export function PageSpinner({ label }: { readonly label: string }) {
  return (
    <main className={`${styles['spinnerPage']} stack centred`}>
      <Spinner label={label} />
    </main>
  );
}
