import { CalendarClock } from 'lucide-react';
import { Link } from 'wouter';
import { longDate } from './as-of.ts';
import styles from './past-band.module.css';

interface PastBandProps {
  readonly asOf: string;
  /** The same screen as it is now. */
  readonly today: string;
}

/** Says, on every screen and wherever it is scrolled to, that this is not the business of today. */
export function PastBand({ asOf, today }: PastBandProps) {
  return (
    <section className={`${styles['band']} stack sticky at-middle gap-4-12`} aria-label="Consulta ao passado">
      <CalendarClock size={20} aria-hidden className={styles['sign'] ?? ''} />
      <p className={styles['words']} role="status">
        Você está vendo como estava em <strong>{longDate(asOf)}</strong>. Só para consulta.
      </p>
      <Link to={today} className={`${styles['back']} inline-row touch rounded-small weight-580 no-underline unbroken`}>
        Voltar para hoje
      </Link>
    </section>
  );
}
