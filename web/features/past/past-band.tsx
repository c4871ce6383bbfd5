import { CalendarClock } from 'lucide-react';
import { Link } from 'wouter';
import { longDate } from './as-of.ts';
import styles from './past-band.module.css';

interface PastBandProps {
  readonly asOf: string;
  /** The address of the same screen in the present. */
  readonly today: string;
}

/** A band on every screen of the past, always visible, that says which day is shown. */
export function PastBand({ asOf, today }: PastBandProps) {
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
        to={today}
        className={`${styles['back']} unbroken inline-row in-centre touch no-padding pad-inline-16 rounded-small weight-580 no-underline`}
      >
        Voltar para hoje
      </Link>
    </section>
  );
}
