import { useSite } from '#web/stores/site.tsx';
import { Wordmark } from '#web/ui/wordmark.tsx';
import { InfoLinks } from './info-links.tsx';
import styles from './site-footer.module.css';

/** The end of every page that is not the product itself: whose it is, and where to ask. */
export function SiteFooter() {
  const { name, cnpj, address } = useSite().supplier;
  return (
    <footer className={`${styles['foot']} stack gap-12 line-above`}>
      <div className={`${styles['row']} row wrap between`}>
        <Wordmark />
        <InfoLinks />
      </div>
      <p className="flex wrap gap-4 across-20 faint text-14 breaks">
        <span>{name}</span>
        <span className="unbroken">CNPJ {cnpj}</span>
        <span>{address}</span>
      </p>
    </footer>
  );
}
