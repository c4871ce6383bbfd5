import { CalendarClock } from 'lucide-react';
import { Link } from 'wouter';
import { longDate } from './as-of.ts';
import styles from './past-banner.module.css';

interface PastBannerProps {
  readonly asOf: string;
  /** The address of the same screen in the present. */
  readonly presentAddress: string;
}

/** A banner on every screen of the past that always shows which day the figures are of. */
export function PastBanner({ asOf, presentAddress }: PastBannerProps) {
  return (
    <section
      className={`${styles['band']} stack sticky at-middle gap-4 across-12 pad-block-8 pad-inline-16 on-honey-tint`}
      aria-label="Consulta ao passado"
    >
      <CalendarClock size={20} aria-hidden className={styles['sign'] ?? ''} />
      <p className={styles['words']} role="status">
        Você está vendo como estava em <strong>{longDate(asOf)}</strong>. Só para consulta.
      </p>
      <Link
        to={presentAddress}
        className={`${styles['back']} unbroken inline-row in-centre touch no-padding pad-inline-16 rounded-small weight-580 no-underline`}
      >
        Voltar para hoje
      </Link>
    </section>
  );
}
