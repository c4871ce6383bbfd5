import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import styles from './add-form.module.css';
import type { AdditionForm, SetAside } from './addition-form.ts';
import type { Fields } from './entry-form.ts';

interface AddFormProps<F extends Fields> {
  readonly button: string;
  readonly adding: AdditionForm<F>;
  /** A class that puts the fields in one line where there is space. */
  readonly className?: string | undefined;
  /** Whether only the first field is visible on a phone until it is touched, so that the list stays in view. */
  readonly folds?: boolean;
  /** The fields of the form. */
  readonly children: ReactNode;
  /** Content below the fields: suggestions, or a hint that the name exists already. */
  readonly below?: ReactNode;
}

/** The form that adds an item to a list, with the additions that failed. */
export const AddForm = observer(function AddForm<F extends Fields>(props: AddFormProps<F>) {
  const { button, adding, className, folds = false, children, below } = props;
  const [isInUse, setIsInUse] = useState(false);
  const isFolded = folds && !isInUse && adding.form.isBlank && adding.setAside.length === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    adding.submit();
  };
  const whole = useRef<HTMLDivElement>(null);
  // The form does not fold when it loses the focus: the pressed button would move away and the tap be lost.
  useEffect(() => {
    if (!isInUse) return undefined;
    const left = new AbortController();
    const fold = () => {
      if (!whole.current?.contains(document.activeElement)) setIsInUse(false);
    };
    for (const end of ['click', 'keyup']) document.addEventListener(end, fold, { signal: left.signal });
    return () => left.abort();
  }, [isInUse]);
  return (
    <div
      ref={whole}
      className={`shrinks ${isFolded ? styles['isFolded'] : ''}`}
      data-add={isFolded ? 'folded' : 'open'}
      onFocus={() => setIsInUse(true)}
    >
      <form
        className={className ?? `${styles['form']} stack three-to-two at-top gap-16 across-12`}
        onSubmit={submit}
        noValidate
        autoComplete="off"
      >
        {children}
        <Button
          type="submit"
          className={className === undefined ? 'whole-row' : ''}
          leftSection={<Plus size={18} aria-hidden />}
        >
          {button}
        </Button>
      </form>
      {adding.form.problem !== undefined && (
        <p role="alert" className="mt-16 tomato text-15">
          {adding.form.problem}
        </p>
      )}
      {below}
      {adding.setAside.map((entry) => (
        <NotAdded key={Object.values(entry.texts).join('|')} adding={adding} entry={entry} />
      ))}
    </div>
  );
});

function NotAdded<F extends Fields>({
  adding,
  entry,
}: {
  readonly adding: AdditionForm<F>;
  readonly entry: SetAside<F>;
}) {
  return (
    <div className="stack gap-8 mt-16 pad-block-16 pad-inline-16 rounded-small on-tomato-tint text-15">
      <p>
        Não deu para adicionar <strong>{adding.nameOf(entry.texts)}</strong>. {entry.failure.sentence}
      </p>
      <div className="flex wrap gap-8">
        <Button variant="default" onClick={() => adding.restore(entry)}>
          Corrigir
        </Button>
        <Button variant="subtle" color="gray" onClick={() => adding.discard(entry)}>
          Descartar
        </Button>
      </div>
    </div>
  );
}
