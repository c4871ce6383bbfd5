import { Link } from 'wouter';
import styles from './page.module.css';

/** The plumb bob and the name. */
export function Wordmark() {
  return (
    <span className="inline-row gap-8 ink">
      <LogoIcon />
      <span className={`${styles['logoName']} text-20 tight`}>Prumo</span>
    </span>
  );
}

/** A link to the first page. */
export const HomeLink = () => (
  <Link to="/" className="inline-row touch same-colour no-underline" aria-label="Prumo, página inicial">
    <Wordmark />
  </Link>
);

/** A plumb bob: a weight on a line, which shows whether something stands straight. */
export function LogoIcon() {
  return (
    <svg className={`${styles['logo']} rigid basil`} viewBox="0 0 20 28" aria-hidden="true" focusable="false">
      <path d="M10 1v7" fill="none" stroke="currentcolor" strokeWidth="1.8" strokeLinecap="round" />
      <path d="M7.2 7.6h5.6v2.3H7.2z" fill="currentcolor" />
      <path
        d="M4.4 11.6h11.2l-1.2 5L10 26.4 5.6 16.6z"
        fill="currentcolor"
        stroke="currentcolor"
        strokeWidth="1.4"
        strokeLinejoin="round"
      />
    </svg>
  );
}
