import styles from './parts.module.css';

/** LIBERADO or PENDENTE. */
export const AccessLabel = ({ granted }: { readonly granted: boolean }) => (
  <span className={`${styles['label']} ${styles[granted ? 'granted' : 'pending']}`}>
    {granted ? 'LIBERADO' : 'PENDENTE'}
  </span>
);
