import { useSite } from '#web/stores/site.tsx';
import { Wordmark } from '#web/ui/wordmark.tsx';
import { InfoLinks } from './info-links.tsx';
import styles from './site-footer.module.css';

/** The end of every page that is not the product itself: whose it is, and where to ask. */
export function SiteFooter() {
  const { name, cnpj, address } = useSite().supplier;
  return (
    <footer className={styles['foot']}>
      <div className={styles['row']}>
        <Wordmark />
        <InfoLinks />
      </div>
      <p className={styles['supplier']}>
        <span>{name}</span>
        <span className="unbroken">CNPJ {cnpj}</span>
        <span>{address}</span>
      </p>
    </footer>
  );
}
