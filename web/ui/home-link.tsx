import { Link } from 'wouter';
import styles from './home-link.module.css';
import { Wordmark } from './wordmark.tsx';

/** The name of the product, which leads to the first page. */
export const HomeLink = () => (
  <Link to="/" className={styles['home']} aria-label="Prumo, página inicial">
    <Wordmark />
  </Link>
);
