import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { type FormEvent, type KeyboardEvent, type ReactNode, type Ref, useEffect, useRef } from 'react';
import { Problem } from '#web/ui/note.tsx';
import { ConflictNote, ChangesElsewhereNote } from './conflict-note.tsx';
import type { RowEditor } from './row-editor.ts';
import type { EntryForm, Fields } from './entry-form.ts';
import styles from './editable-row.module.css';

interface InlineEditorProps<F extends Fields> {
  /** The form's accessible name: 'Editar Aluguel'. */
  readonly label: string;
  readonly editor: RowEditor<F>;
  readonly renderFields: (form: EntryForm<F>) => ReactNode;
  /** The content while it is not edited; the ref is for the button that opens the editor and gets the focus back. */
  readonly children: (openButton: Ref<HTMLButtonElement>) => ReactNode;
}

/** Content, or its form in the same place. Enter saves, Escape cancels. */
export const InlineEditor = observer(function InlineEditor<F extends Fields>(props: InlineEditorProps<F>) {
  const { label, editor, renderFields, children } = props;
  const openButton = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const note = useRef<HTMLDivElement>(null);
  const { form } = editor;
  useEffect(() => {
    if (form && editor.isOpenedByHand) form.focus(editor.focusKey);
    else if (!form && wasOpen.current) openButton.current?.focus();
    wasOpen.current = form !== undefined;
  }, [form, editor]);
  const isAsking = editor.question !== undefined;
  useEffect(() => {
    if (isAsking && document.activeElement === document.body) note.current?.focus();
  }, [isAsking]);
  if (!form) return <>{children(openButton)}</>;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    editor.submit();
  };
  const escape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    editor.cancel();
  };
  return (
    // Key events of the fields bubble up to the form; it takes no focus itself.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form aria-label={label} className="stack shrinks gap-16" onSubmit={submit} onKeyDown={escape} noValidate>
      <div className={`${styles['fields']} stack at-top gap-16`}>{renderFields(form)}</div>
      <Problem text={form.problem} className="tomato text-15" />
      <ChangesElsewhereNote sentence={editor.changesElsewhereText} />
      {editor.question === undefined ? (
        <div className="flex wrap gap-8">
          <Button type="submit">Salvar</Button>
          <Button variant="subtle" color="gray" onClick={() => editor.cancel()}>
            Cancelar
          </Button>
        </div>
      ) : (
        <ConflictNote
          ref={note}
          sentence={editor.question}
          onKeepSaved={() => editor.keepSaved()}
          onOverwrite={() => editor.overwrite()}
        />
      )}
    </form>
  );
});
