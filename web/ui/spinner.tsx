import styles from './spinner.module.css';

/** A small turning plumb and its text; read out once, politely. */
export function Spinner({ label }: { readonly label: string }) {
  return (
    <div className="row touch gap-12 soft" role="status">
      <span className={`${styles['dot']} circle`} aria-hidden="true" />
      <span>{label}</span>
    </div>
  );
}

/** A whole page that is on its way. */
export function PageSpinner({ label }: { readonly label: string }) {
  return (
    <main className={`${styles['page']} stack centred`}>
      <Spinner label={label} />
    </main>
  );
}
