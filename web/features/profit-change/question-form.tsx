import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { isDay } from '#contract/instants.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Pill, Pills } from '#web/ui/pill.tsx';
import { PlainField } from '#web/ui/plain-field.tsx';
import { choicesOf, EntitySelect } from '../entry/entity-select.tsx';
import styles from './profit-change.module.css';
import { PERIODS, type ProfitQuestion } from './question.ts';

interface QuestionFormProps {
  readonly question: ProfitQuestion;
  /** Tells whether sales are recorded, without which there is no result in reais. */
  readonly hasSales: boolean;
  readonly today: string;
  /** The sentences about wrong fields. */
  readonly problems: Readonly<Record<string, string>> | undefined;
  readonly onChange: (to: Partial<ProfitQuestion>) => void;
}

/** The values of the select for the two figures of the business as a whole. */
const PROFIT = 'profit';
const RESULT = 'result';

const PROFIT_CHOICE = { value: PROFIT, name: 'Lucro médio estimado' };
const RESULT_CHOICE = { value: RESULT, name: 'Resultado do mês, em reais' };

const questionForChoice = (value: string): Pick<ProfitQuestion, 'dish' | 'figure'> =>
  value === PROFIT || value === RESULT ? { dish: null, figure: value } : { dish: value, figure: PROFIT };

/** The form for the figure and the period. */
export const QuestionForm = observer(function QuestionForm({
  question,
  hasSales,
  today,
  problems,
  onChange,
}: QuestionFormProps) {
  const { business } = useStores();
  const menu = business.data('dishes');
  const { from, to, dish, figure } = question;
  const isResult = figure === 'result';
  const isDeleted = menu.kind === 'known' && dish !== null && !menu.value.dishes.has(dish);
  const groups = [
    { group: 'Geral', items: hasSales || isResult ? [PROFIT_CHOICE, RESULT_CHOICE] : [PROFIT_CHOICE] },
    { group: 'Resultado de um prato', items: menu.kind === 'known' ? choicesOf(menu.value.dishes.values()) : [] },
    { group: 'Já excluídos', items: isDeleted ? [{ value: dish, name: 'Prato que saiu do cardápio' }] : [] },
  ];
  return (
    <form className="stack shrinks gap-16" onSubmit={(event) => event.preventDefault()}>
      <Pills label="Período">
        {PERIODS.map((preset) => {
          const start = preset.from(today);
          return (
            <Pill
              key={preset.name}
              isOn={start === from && to === today}
              onClick={() => onChange({ from: start, to: today })}
            >
              {preset.name}
            </Pill>
          );
        })}
      </Pills>
      <div className={`${styles['fields']} stack at-top gap-16`}>
        <EntitySelect
          label="O que mudou"
          groups={groups}
          value={dish ?? figure}
          onRetry={menu.kind === 'failed' ? () => business.reader.retry() : undefined}
          onPick={(value) => onChange(questionForChoice(value))}
          opensUp={problems !== undefined}
        />
        <DayField
          label="De"
          value={from}
          max={today}
          problem={problems?.['from']}
          onPick={(day) => onChange({ from: day })}
        />
        <DayField
          label="Até"
          value={to}
          max={today}
          problem={problems?.['to']}
          onPick={(day) => onChange({ to: day })}
        />
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

/**
 * A field for a day. A half-typed date is no valid day yet, or one of the year 20, so the typed text stays meanwhile.
 */
function DayField({ label, value, max, problem, onPick }: DayFieldProps) {
  const [draft, setDraft] = useState({ base: value, text: value });
  function handleTyping(text: string): void {
    setDraft({ base: value, text });
    if (isDay(text) && text !== value) onPick(text);
  }
  return (
    <PlainField
      type="date"
      label={label}
      value={draft.base === value ? draft.text : value}
      max={max}
      error={problem}
      errorRole="alert"
      onChange={handleTyping}
      onBlur={() => setDraft({ base: value, text: value })}
    />
  );
}
