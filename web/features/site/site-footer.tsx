import { useSite } from '#web/stores/site.tsx';
import { Wordmark } from '#web/ui/wordmark.tsx';
import styles from './site.module.css';
import { Link } from 'wouter';

const LINKS = [
  ['/terms', 'Termos de uso'],
  ['/contact', 'Suporte'],
  ['/contact', 'Contato'],
] as const;

/** Links to information for customers. */
export function InfoLinks() {
  return (
    <nav className={`${styles['links']} flex wrap`} aria-label="Informações">
      {LINKS.map(([to, name]) => (
        <Link key={name} to={to} className={`${styles['link']} inline-row touch soft no-underline hover-ink`}>
          {name}
        </Link>
      ))}
    </nav>
  );
}

/** The footer of every page outside the dashboard: the seller and the contact. */
export function SiteFooter() {
  const { name, cnpj, address } = useSite().seller;
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
