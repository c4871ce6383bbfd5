import styles from './parts.module.css';

/** LIBERADO or PENDENTE. */
export const AccessLabel = ({ granted }: { readonly granted: boolean }) => (
  <span className={`${styles['label']} unbroken rounded-full text-13 weight-600 ${granted ? 'basil' : 'tomato'}`}>
    {granted ? 'LIBERADO' : 'PENDENTE'}
  </span>
);
