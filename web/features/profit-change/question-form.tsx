import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { isDay } from '#contract/instants.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Pill, Pills } from '#web/ui/pill.tsx';
import { PlainField } from '#web/ui/plain-field.tsx';
import styles from './question-form.module.css';
import { PRESETS, type Question } from './question.ts';

interface QuestionFormProps {
  readonly question: Question;
  readonly today: string;
  /** A sentence per wrong field. */
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly onChange: (to: Partial<Question>) => void;
}

/** Of which figure, and since when. */
export const QuestionForm = observer(function QuestionForm({ question, today, fields, onChange }: QuestionFormProps) {
  const { state } = useStores().business;
  const dishes = [...state.dishes.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'pt-BR'));
  const { from, to, dish } = question;
  return (
    <form className={styles['form']} onSubmit={(event) => event.preventDefault()}>
      <Pills label="Período">
        {PRESETS.map((preset) => {
          const since = preset.from(today);
          return (
            <Pill
              key={preset.name}
              isOn={since === from && to === today}
              onClick={() => onChange({ from: since, to: today })}
            >
              {preset.name}
            </Pill>
          );
        })}
      </Pills>
      <div className={styles['fields']}>
        <label className={styles['field']}>
          O que mudou
          <select value={dish ?? ''} onChange={(event) => onChange({ dish: event.currentTarget.value || null })}>
            <option value="">Lucro médio estimado</option>
            {dish !== null && !state.dishes.has(dish) && <option value={dish}>Prato que saiu do cardápio</option>}
            <optgroup label="Resultado de um prato">
              {dishes.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </optgroup>
          </select>
        </label>
        <DayField
          label="De"
          value={from}
          max={today}
          problem={fields?.['from']}
          onPick={(day) => onChange({ from: day })}
        />
        <DayField label="Até" value={to} max={today} problem={fields?.['to']} onPick={(day) => onChange({ to: day })} />
      </div>
    </form>
  );
});

interface DayFieldProps {
  readonly label: string;
  readonly value: string;
  readonly max: string;
  readonly problem: string | undefined;
  readonly onPick: (day: string) => void;
}

/** While a date is typed it is none, or one of the year 20: what is typed stays as it is until it is a day to ask about. */
function DayField({ label, value, max, problem, onPick }: DayFieldProps) {
  const [typed, setTyped] = useState({ over: value, text: value });
  function type(text: string): void {
    setTyped({ over: value, text });
    if (isDay(text) && text !== value) onPick(text);
  }
  return (
    <PlainField
      type="date"
      label={label}
      value={typed.over === value ? typed.text : value}
      max={max}
      error={problem}
      errorRole="alert"
      onChange={type}
      onBlur={() => setTyped({ over: value, text: value })}
    />
  );
}
