import { ActionIcon, Button } from '@mantine/core';
import { Pencil, Trash2 } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { type FormEvent, type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Held } from '#web/stores/business/ledger.ts';
import { announceRemoval } from './announce-removal.ts';
import styles from './editable-row.module.css';
import type { Editing } from './editing.ts';
import type { EntryForm, Fields } from './entry-form.ts';
import { focusBeside, focusRow } from './row-focus.ts';

interface EditableRowProps<F extends Fields> {
  /** For React keys and for finding the row again. */
  readonly rowKey: string;
  readonly name: string;
  readonly editing: Editing<F>;
  /** The row as it is read; all of it opens the editor. */
  readonly children: ReactNode;
  /** The editor's fields. */
  readonly fields: (form: EntryForm<F>) => ReactNode;
  readonly remove: () => Held;
  /** '“Aluguel” excluído' */
  readonly removedText: string;
  /** 'Excluir Aluguel' */
  readonly removeLabel?: string;
}

/** A line of a list: looked at, edited in place, removed with a way back. */
export const EditableRow = observer(function EditableRow<F extends Fields>(props: EditableRowProps<F>) {
  const { rowKey, name, editing, children, fields, remove, removedText, removeLabel = `Excluir ${name}` } = props;
  const row = useRef<HTMLLIElement>(null);
  const [refusal, setRefusal] = useState<string>();
  useEffect(() => editing.show(), [editing]);
  const { form } = editing;

  function removeRow() {
    const item = row.current;
    const held = remove();
    if (held.refused) {
      setRefusal(held.refused.sentence);
      return;
    }
    if (item) focusBeside(item);
    announceRemoval({ held, text: removedText, onUndone: () => focusRow(rowKey) });
  }

  if (form) {
    return (
      <li ref={row} className={styles['row']} data-row={rowKey}>
        <RowEditor name={name} editing={editing} form={form} onClosed={() => focusRow(rowKey)}>
          {fields(form)}
        </RowEditor>
      </li>
    );
  }
  return (
    <li ref={row} className={styles['row']} data-row={rowKey}>
      <div className={styles['line']}>
        <button type="button" className={styles['open']} data-row-open onClick={() => editing.open()}>
          <span className={styles['content']}>{children}</span>
          <Pencil size={16} aria-hidden className={styles['pencil'] ?? ''} />
          <span className="visually-hidden">, editar</span>
        </button>
        <ActionIcon aria-label={removeLabel} className={styles['remove']} onClick={removeRow}>
          <Trash2 size={18} aria-hidden />
        </ActionIcon>
      </div>
      {refusal !== undefined && (
        <p role="alert" className={styles['refusal']}>
          {refusal}
        </p>
      )}
    </li>
  );
});

interface RowEditorProps<F extends Fields> {
  readonly name: string;
  readonly editing: Editing<F>;
  readonly form: EntryForm<F>;
  readonly onClosed: () => void;
  readonly children: ReactNode;
}

const RowEditor = observer(function RowEditor<F extends Fields>(props: RowEditorProps<F>) {
  const { name, editing, form, onClosed, children } = props;
  useEffect(() => form.focus(editing.focusKey), [form, editing]);
  const closing = (step: () => void) => {
    step();
    if (!editing.form) queueMicrotask(onClosed);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    closing(() => editing.submit());
  };
  const escape = (event: KeyboardEvent) => {
    if (event.key === 'Escape') closing(() => editing.cancel());
  };
  return (
    // The keys of its fields come up to the form; it takes none of its own.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form aria-label={`Editar ${name}`} className={styles['editor']} onSubmit={submit} onKeyDown={escape} noValidate>
      <div className={styles['fields']}>{children}</div>
      {form.problem !== undefined && (
        <p role="alert" className={styles['refusal']}>
          {form.problem}
        </p>
      )}
      <div className={styles['choices']}>
        <Button type="submit">Salvar</Button>
        <Button variant="subtle" color="gray" onClick={() => closing(() => editing.cancel())}>
          Cancelar
        </Button>
      </div>
    </form>
  );
});
