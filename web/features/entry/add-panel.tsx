import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { type FormEvent, type ReactNode, useEffect } from 'react';
import { Panel } from '#web/ui/panel.tsx';
import styles from './add-panel.module.css';
import type { Adding, SetAside } from './adding.ts';
import type { Fields } from './entry-form.ts';

interface AddPanelProps<F extends Fields> {
  readonly title: string;
  readonly button: string;
  readonly adding: Adding<F>;
  /** The fields. */
  readonly children: ReactNode;
  /** Below the fields: suggestions, or that the name is there already. */
  readonly below?: ReactNode;
}

/** The card with the form that adds to a list, and what could not be added. */
export const AddPanel = observer(function AddPanel<F extends Fields>(props: AddPanelProps<F>) {
  const { title, button, adding, children, below } = props;
  useEffect(() => adding.show(), [adding]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    adding.submit();
  };
  return (
    <Panel title={title}>
      <form className={styles['form']} onSubmit={submit} noValidate autoComplete="off">
        {children}
        <Button type="submit" className={styles['button']} leftSection={<Plus size={18} aria-hidden />}>
          {button}
        </Button>
      </form>
      {adding.form.problem !== undefined && (
        <p role="alert" className={styles['problem']}>
          {adding.form.problem}
        </p>
      )}
      {below}
      {adding.setAside.map((entry) => (
        <NotAdded key={Object.values(entry.texts).join('|')} adding={adding} entry={entry} />
      ))}
      <p className="visually-hidden" role="status">
        {adding.announcement}
      </p>
    </Panel>
  );
});

function NotAdded<F extends Fields>({ adding, entry }: { readonly adding: Adding<F>; readonly entry: SetAside<F> }) {
  const [name] = Object.values(entry.texts);
  return (
    <div role="alert" className={styles['notAdded']}>
      <p>
        <strong>{name}</strong> não foi adicionado. {entry.failure.sentence}
      </p>
      <div className={styles['choices']}>
        <Button variant="default" onClick={() => adding.takeUp(entry)}>
          Corrigir
        </Button>
        <Button variant="subtle" color="gray" onClick={() => adding.discard(entry)}>
          Descartar
        </Button>
      </div>
    </div>
  );
}
