import { Button } from '@mantine/core';
import { CalendarClock } from 'lucide-react';
import { type FormEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { dayOf, isDay, monthsBefore } from '#contract/instants.ts';
import { PlainField } from '#web/ui/plain-field.tsx';
import { Popup } from '#web/ui/popup.tsx';
import { tabAddress, tabFrom } from '../navigation/addresses.ts';
import { historyAddress } from '../navigation/history-address.ts';
import { addressAsOf, readAsOf, shortDate } from '../past/as-of.ts';
import styles from './header.module.css';

const PRESETS = [
  [1, 'Há 1 mês'],
  [3, 'Há 3 meses'],
  [6, 'Há 6 meses'],
  [12, 'Há 1 ano'],
] as const;

interface DateControlProps {
  readonly className: string | undefined;
}

/** "Como estava em…": a control that shows the whole business as of a date. */
export function DateControl({ className }: DateControlProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const asOf = readAsOf(useSearch());
  return (
    <>
      <button
        ref={button}
        type="button"
        className={`${className} ${styles['control']}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        <CalendarClock size={20} aria-hidden className={`${styles['icon']} rigid`} />
        <span className={`${styles['dateText']} unbroken`}>
          {asOf === undefined ? <ButtonLabel /> : `Em ${shortDate(asOf)}`}
        </span>
      </button>
      {isOpen && (
        <Popup id={id} anchor={button} label="Como estava em…" align="end" onClose={close}>
          <DateChoice onDone={close} />
        </Popup>
      )}
    </>
  );
}

/** The label, shortened where space is scarce; screen readers hear all of it. */
const ButtonLabel = () => (
  <>
    Como estava<span className={styles['rest']}> em…</span>
  </>
);

function DateChoice({ onDone }: { readonly onDone: () => void }) {
  const search = useSearch();
  const [, navigate] = useLocation();
  const [problem, setProblem] = useState<string>();
  const [today] = useState(() => dayOf(new Date()));
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const asOf = readAsOf(search);
  const initialDay = asOf === undefined ? today : dayOf(isDay(asOf) ? `${asOf}T12:00:00-03:00` : asOf);
  const [selectedDay, setSelectedDay] = useState(initialDay);
  const addressOfDay = (day: string): string =>
    addressAsOf(tabAddress(tabFrom(search)), day === today ? undefined : day);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!isDay(selectedDay)) return setProblem('Escolha uma data completa.');
    if (selectedDay > today) return setProblem('Esta data ainda não chegou.');
    navigate(addressOfDay(selectedDay));
    onDone();
  }

  return (
    <div className="stack gap-12">
      <form className={`${styles['form']} stack wide-and-narrow gap-8`} onSubmit={submit} noValidate>
        <PlainField
          inputRef={field}
          name="dia"
          type="date"
          label="Ver tudo como estava em"
          value={selectedDay}
          max={today}
          error={problem}
          errorRole="alert"
          onChange={(text) => {
            setSelectedDay(text);
            setProblem(undefined);
          }}
        />
        <div className={`${styles['submit']} stack at-middle`}>
          <Button type="submit">Ver</Button>
        </div>
      </form>
      <ul className="list">
        {PRESETS.map(([months, label]) => {
          const day = monthsBefore(today, months);
          return (
            <li key={months}>
              <Link
                to={addressOfDay(day)}
                className="row between touch gap-16 line-above same-colour no-underline hover-basil"
                onClick={onDone}
              >
                <span>{label}</span>
                <span className="faint tabular">{shortDate(day)}</span>
              </Link>
            </li>
          );
        })}
      </ul>
      <Link
        to={historyAddress({})}
        className={`${styles['history']} inline-row touch basil weight-560`}
        onClick={onDone}
      >
        Ver o histórico em gráficos
      </Link>
    </div>
  );
}
