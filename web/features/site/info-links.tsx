import { Link } from 'wouter';
import styles from './info-links.module.css';

const LINKS = [
  ['/terms', 'Termos de uso'],
  ['/contact', 'Suporte'],
  ['/contact', 'Contato'],
] as const;

/** The ways to what a customer may want to read or ask. */
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
