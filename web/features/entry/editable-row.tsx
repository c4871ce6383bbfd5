import { ActionIcon } from '@mantine/core';
import { Pencil, Trash2 } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useRef, useState } from 'react';
import { useStores } from '#web/stores/root-store.tsx';
import type { IssuedCommand } from '#web/stores/business/pending-commands.ts';
import { announceChange } from './announce-change.ts';
import styles from './editable-row.module.css';
import type { Editing } from './editing.ts';
import type { EntryForm, Fields } from './entry-form.ts';
import { InlineEditor } from './inline-editor.tsx';
import { focusBeside, focusRow } from './row-focus.ts';
import '#web/ui/mantine-fields.ts';

interface EditableRowProps<F extends Fields> {
  /** For finding the row again. */
  readonly rowKey: string;
  readonly name: string;
  readonly editing: Editing<F>;
  /** The row as it is read; all of it opens the editor. */
  readonly children: ReactNode;
  /** Something to tap under the row while nobody edits it. */
  readonly below?: ReactNode;
  /** The editor's fields. */
  readonly renderFields: (form: EntryForm<F>) => ReactNode;
  /** Below it: what has come of its last change. */
  readonly after?: ReactNode;
  /** Left out where it is only changed. */
  readonly removal?: RowRemoval;
}

export interface RowRemoval {
  readonly remove: () => IssuedCommand;
  /** 'Custo fixo excluído: “Aluguel”' */
  readonly text: string;
  /** 'Excluir Aluguel', unless said. */
  readonly label?: string;
}

/** A line of a list: looked at, edited in place, removed with a way back. */
export const EditableRow = observer(function EditableRow<F extends Fields>(props: EditableRowProps<F>) {
  const { rowKey, name, editing, children, below, renderFields, after, removal } = props;
  const row = useRef<HTMLLIElement>(null);
  const [refusal, setRefusal] = useState<string>();
  const { isPast } = useStores().business;
  if (isPast)
    return (
      <li className={`${styles['row']} shrinks line-between`} data-row={rowKey}>
        <div className={`${styles['still']} stack at-middle pad-block-8 pad-inline-20`}>{children}</div>
      </li>
    );

  return (
    <li
      ref={row}
      className={`${styles['row']} shrinks line-between ${editing.form ? `${styles['isEdited']} on-sunken` : ''}`}
      data-row={rowKey}
    >
      <InlineEditor label={`Editar ${name}`} editing={editing} renderFields={renderFields}>
        {(openButton) => (
          <div className={`${styles['line']} stack at-middle wide-and-narrow gap-4`}>
            <button
              ref={openButton}
              type="button"
              className={`${styles['open']} stack at-middle gap-12 bare-button rounded-small same-colour text-start focus-within-edge`}
              data-row-open
              onClick={() => editing.open()}
            >
              <span className="block shrinks">
                <span className="visually-hidden">Editar </span>
                {children}
              </span>
              <Pencil size={16} aria-hidden className={`${styles['pencil']} faint`} />
            </button>
            {removal && (
              <ActionIcon
                aria-label={removal.label ?? `Excluir ${name}`}
                className={`${styles['remove']} faint`}
                onClick={() => setRefusal(removeRow(removal, row.current, rowKey))}
              >
                <Trash2 size={18} aria-hidden />
              </ActionIcon>
            )}
          </div>
        )}
      </InlineEditor>
      {!editing.form && below}
      {!editing.form && after}
      {refusal !== undefined && (
        <p role="alert" className={`${styles['refusal']} tomato text-15`}>
          {refusal}
        </p>
      )}
    </li>
  );
});

/** @returns why it stays, where it does */
function removeRow({ remove, text }: RowRemoval, row: HTMLLIElement | null, rowKey: string): string | undefined {
  const issued = remove();
  if (issued.refused) return issued.refused.sentence;
  if (row) {
    focusBeside(row);
    showLeaving(row);
  }
  void announceChange({ issued, text, otherwise: 'Nada foi excluído.', onUndone: () => focusRow(rowKey) });
  return undefined;
}

const LEAVES_MS = 160;

/**
 * Lets a row be seen leaving: a picture of it closes where it was, while the row itself is gone at once. The picture is
 * no part of the page for anybody but the eye.
 */
function showLeaving(row: HTMLElement): void {
  if (typeof row.animate !== 'function' || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const picture = row.cloneNode(true) as HTMLElement;
  picture.removeAttribute('data-row');
  picture.setAttribute('inert', '');
  picture.setAttribute('aria-hidden', 'true');
  picture.style.overflow = 'hidden';
  row.after(picture);
  const height = `${row.offsetHeight}px`;
  const motion = picture.animate(
    [
      { height, opacity: 1 },
      { height: '0px', opacity: 0 },
    ],
    { duration: LEAVES_MS, easing: 'ease-out' },
  );
  motion.onfinish = () => picture.remove();
}
