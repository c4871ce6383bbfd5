import { useEffect, useState } from 'react';
import { Pill, Pills } from '#web/ui/pill.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import styles from './changes.module.css';
import { type ChangesFilter, SUBJECTS } from './filter.ts';

/** Milliseconds without typing after which the list is filtered by the name. */
const PAUSE_MS = 300;

interface ChangesFiltersProps {
  readonly filter: ChangesFilter;
  readonly onChange: (changes: Partial<ChangesFilter>) => void;
}

export function ChangesFilters({ filter, onChange }: ChangesFiltersProps) {
  const [name, setName] = useState(filter.name);
  useEffect(() => {
    if (name === filter.name) return undefined;
    const timer = setTimeout(() => onChange({ name }), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [name, filter.name, onChange]);
  return (
    <div className={`${styles['filters']} stack one-column shrinks gap-16`} role="search" aria-label="Alterações">
      <Pills label="Assunto">
        {SUBJECTS.map(({ key, label }) => (
          <Pill key={label} isOn={filter.subject === key} onClick={() => onChange({ subject: key, name })}>
            {label}
          </Pill>
        ))}
      </Pills>
      <TextField label="Procurar por nome" placeholder="Parte do nome" value={name} onChange={setName} />
    </div>
  );
}
