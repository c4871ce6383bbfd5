import { useEffect, useState } from 'react';
import { Pill, Pills } from '#web/ui/pill.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './changes.module.css';
import { type ChangesQuestion, SUBJECTS } from './question.ts';

/** The list waits until the typing pauses. */
const PAUSE_MS = 300;

interface ChangesFiltersProps {
  readonly question: ChangesQuestion;
  readonly onChange: (to: Partial<ChangesQuestion>) => void;
}

export function ChangesFilters({ question, onChange }: ChangesFiltersProps) {
  const [name, setName] = useState(question.name);
  useEffect(() => {
    if (name === question.name) return undefined;
    const pause = setTimeout(() => onChange({ name }), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [name, question.name, onChange]);
  return (
    <div className={`${styles['filters']} stack one-column shrinks gap-16`} role="search" aria-label="Alterações">
      <Pills label="Assunto">
        {SUBJECTS.map(({ key, label }) => (
          <Pill key={label} isOn={question.subject === key} onClick={() => onChange({ subject: key, name })}>
            {label}
          </Pill>
        ))}
      </Pills>
      <TextField label="Procurar por nome" placeholder="Parte do nome" value={name} onChange={setName} />
    </div>
  );
}
