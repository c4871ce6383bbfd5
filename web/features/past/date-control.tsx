import { Button } from '@mantine/core';
import { CalendarClock } from 'lucide-react';
import { type FormEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { dayOf, isDay, monthsBefore } from '#contract/instants.ts';
import { Popup } from '#web/ui/popup.tsx';
import { tabAddress, tabFrom } from '../dashboard/tabs.ts';
import { historyAddress } from '../history/address.ts';
import { addressAsOf, asOfFrom, shortDate } from './as-of.ts';
import styles from './date-control.module.css';

const PRESETS = [
  [1, 'Há 1 mês'],
  [3, 'Há 3 meses'],
  [6, 'Há 6 meses'],
  [12, 'Há 1 ano'],
] as const;

interface DateControlProps {
  readonly className: string | undefined;
}

/** "Como estava em…": a date to see the whole business as of. */
export function DateControl({ className }: DateControlProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const asOf = asOfFrom(useSearch());
  return (
    <>
      <button
        ref={button}
        type="button"
        className={className}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <CalendarClock size={20} aria-hidden className={styles['sign'] ?? ''} />
        <span className={styles['text']}>{asOf === undefined ? 'Como estava em…' : `Em ${shortDate(asOf)}`}</span>
      </button>
      {isOpen && (
        <Popup id={id} anchor={button} label="Como estava em…" align="end" onClose={close}>
          <DateChoice onDone={close} />
        </Popup>
      )}
    </>
  );
}

function DateChoice({ onDone }: { readonly onDone: () => void }) {
  const search = useSearch();
  const [, navigate] = useLocation();
  const [problem, setProblem] = useState<string>();
  const [fieldId, problemId] = [useId(), useId()];
  const [today] = useState(() => dayOf(new Date()));
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const asOf = asOfFrom(search);
  const shown = asOf === undefined ? today : dayOf(isDay(asOf) ? `${asOf}T12:00:00-03:00` : asOf);
  const addressOn = (day: string): string => addressAsOf(tabAddress(tabFrom(search)), day === today ? undefined : day);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const day = new FormData(event.currentTarget).get('dia');
    if (typeof day !== 'string' || !isDay(day)) return setProblem('Escolha uma data completa.');
    if (day > today) return setProblem('Esta data ainda não chegou.');
    navigate(addressOn(day));
    onDone();
  }

  return (
    <div className={styles['choice']}>
      <form className={styles['form']} onSubmit={submit} noValidate>
        <label className={styles['label']} htmlFor={fieldId}>
          Ver tudo como estava em
        </label>
        <input
          ref={field}
          id={fieldId}
          name="dia"
          type="date"
          className={styles['field']}
          defaultValue={shown}
          max={today}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : problemId}
          onChange={() => setProblem(undefined)}
        />
        <Button type="submit">Ver</Button>
        {problem !== undefined && (
          <p id={problemId} role="alert" className={styles['problem']}>
            {problem}
          </p>
        )}
      </form>
      <ul className={styles['presets']}>
        {PRESETS.map(([months, label]) => {
          const day = monthsBefore(today, months);
          return (
            <li key={months}>
              <Link to={addressOn(day)} className={styles['preset']} onClick={onDone}>
                <span>{label}</span>
                <span className={styles['day']}>{shortDate(day)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
      <Link to={historyAddress({})} className={styles['history']} onClick={onDone}>
        Ver o histórico em gráficos
      </Link>
    </div>
  );
}
