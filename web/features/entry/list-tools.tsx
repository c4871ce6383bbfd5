import type { ReactNode } from 'react';
import styles from './list-tools.module.css';

/** Actions on a list as a whole, above it. */
export const ListTools = ({ children }: { readonly children: ReactNode }) => (
  <div className={`${styles['tools']} flex wrap`}>{children}</div>
);
