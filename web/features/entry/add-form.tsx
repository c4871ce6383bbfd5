import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Problem } from '#web/ui/note.tsx';
import styles from './row-list.module.css';
import type { AdditionForm, FailedAddition } from './addition-form.ts';
import type { Fields } from './entry-form.ts';

interface AddFormProps<F extends Fields> {
  readonly button: string;
  readonly additionForm: AdditionForm<F>;
  /** A class that puts the fields in one line where there is space. */
  readonly className?: string | undefined;
  /** Tells whether only the first field is visible on a phone until it is touched, so that the list stays in view. */
  readonly isFoldable?: boolean;
  /** The fields of the form. */
  readonly children: ReactNode;
  /** Content below the fields: suggestions, or a hint that the name exists already. */
  readonly below?: ReactNode;
}

/** The form that adds an item to a list, with the additions that failed. */
export const AddForm = observer(function AddForm<F extends Fields>(props: AddFormProps<F>) {
  const { button, additionForm, className, isFoldable = false, children, below } = props;
  const [isInUse, setIsInUse] = useState(false);
  const isFolded = isFoldable && !isInUse && additionForm.form.isBlank && additionForm.failedAdditions.length === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    additionForm.submit();
  };
  const container = useRef<HTMLDivElement>(null);
  // The form does not fold when it loses the focus: the pressed button would move away and the tap be lost.
  useEffect(() => {
    if (!isInUse) return undefined;
    const controller = new AbortController();
    const fold = () => {
      if (!container.current?.contains(document.activeElement)) setIsInUse(false);
    };
    for (const eventName of ['click', 'keyup'])
      document.addEventListener(eventName, fold, { signal: controller.signal });
    return () => controller.abort();
  }, [isInUse]);
  return (
    <div
      ref={container}
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
      <Problem text={additionForm.form.problem} className="mt-16 tomato text-15" />
      {below}
      {additionForm.failedAdditions.map((entry) => (
        <FailedAdditionNote key={Object.values(entry.texts).join('|')} adding={additionForm} entry={entry} />
      ))}
    </div>
  );
});

function FailedAdditionNote<F extends Fields>({
  adding,
  entry,
}: {
  readonly adding: AdditionForm<F>;
  readonly entry: FailedAddition<F>;
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
