import { ActionIcon } from '@mantine/core';
import { Pencil, Trash2 } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useRef, useState } from 'react';
import { useStores } from '#web/stores/root-store.tsx';
import type { IssuedCommand } from '#web/stores/business/pending-commands.ts';
import { announceChange } from './announce-change.ts';
import styles from './editable-row.module.css';
import type { RowEditor } from './row-editor.ts';
import type { EntryForm, Fields } from './entry-form.ts';
import { InlineEditor } from './inline-editor.tsx';
import { focusNeighbour, focusRow } from './row-focus.ts';
import '#web/ui/mantine-fields.ts';
import { Problem } from '#web/ui/note.tsx';

interface EditableRowProps<F extends Fields> {
  /** The key by which the focus finds the row again. */
  readonly rowKey: string;
  readonly name: string;
  readonly editor: RowEditor<F>;
  /** The content of the row while it is not edited; all of it opens the editor. */
  readonly children: ReactNode;
  /** A control below the row while it is not edited. */
  readonly below?: ReactNode;
  /** The fields of the editor. */
  readonly renderFields: (form: EntryForm<F>) => ReactNode;
  /** The effect of the row's last change, below the row while it is not edited. */
  readonly changeEffect?: ReactNode;
  /** The removal; left out for rows that can only be changed. */
  readonly removal?: RowRemoval;
}

export interface RowRemoval {
  readonly remove: () => IssuedCommand;
  /** The text of the toast: 'Custo fixo excluído: “Aluguel”'. */
  readonly text: string;
  /** The label of the button; 'Excluir' and the title by default. */
  readonly label?: string;
}

/** A row of a list that is edited in place and removed with an undo button. */
export const EditableRow = observer(function EditableRow<F extends Fields>(props: EditableRowProps<F>) {
  const { rowKey, name, editor, children, below, renderFields, changeEffect, removal } = props;
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
      className={`${styles['row']} shrinks line-between ${editor.form ? `${styles['isEdited']} on-sunken` : ''}`}
      data-row={rowKey}
    >
      <InlineEditor label={`Editar ${name}`} editor={editor} renderFields={renderFields}>
        {(openButton) => (
          <div className={`${styles['line']} stack at-middle wide-and-narrow gap-4`}>
            <button
              ref={openButton}
              type="button"
              className={`${styles['open']} stack at-middle gap-12 bare-button rounded-small same-colour text-start focus-within-edge`}
              data-row-open
              onClick={() => editor.open()}
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
      {!editor.form && below}
      {!editor.form && changeEffect}
      <Problem text={refusal} className={`${styles['refusal']} tomato text-15`} />
    </li>
  );
});

/** @returns the reason of a failure, if it fails */
function removeRow({ remove, text }: RowRemoval, row: HTMLLIElement | null, rowKey: string): string | undefined {
  const issued = remove();
  if (issued.refused) return issued.refused.sentence;
  if (row) {
    focusNeighbour(row);
    animateRemoval(row);
  }
  void announceChange({ issued, text, failureNote: 'Nada foi excluído.', onUndone: () => focusRow(rowKey) });
  return undefined;
}

const REMOVAL_MS = 160;

/**
 * Animates the removal of a row: a copy collapses in its place while the row itself is removed at once. The copy is
 * hidden from assistive technology.
 */
function animateRemoval(row: HTMLElement): void {
  if (typeof row.animate !== 'function' || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const copy = row.cloneNode(true) as HTMLElement;
  copy.removeAttribute('data-row');
  copy.setAttribute('inert', '');
  copy.setAttribute('aria-hidden', 'true');
  copy.style.overflow = 'hidden';
  row.after(copy);
  const height = `${row.offsetHeight}px`;
  const motion = copy.animate(
    [
      { height, opacity: 1 },
      { height: '0px', opacity: 0 },
    ],
    { duration: REMOVAL_MS, easing: 'ease-out' },
  );
  motion.onfinish = () => copy.remove();
}
