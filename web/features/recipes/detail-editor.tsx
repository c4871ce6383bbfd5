import { Button, type ButtonProps } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { RowEditor } from '../entry/row-editor.ts';
import type { EntryForm, Fields } from '../entry/entry-form.ts';
import { InlineEditor } from '../entry/inline-editor.tsx';
import { PresentOnly } from '../past/past-stores.tsx';

interface DetailEditorProps<F extends Fields> {
  readonly label: string;
  readonly editor: RowEditor<F>;
  readonly renderFields: (form: EntryForm<F>) => ReactNode;
  /** The label of the button that opens the editor. */
  readonly button: string;
  readonly variant?: ButtonProps['variant'];
  /** The content below the button while the editor is closed. */
  readonly below?: ReactNode;
  /** The content beside the button. */
  readonly children: ReactNode;
}

/** A line about something, with the button that opens its form in the same place. */
export const DetailEditor = observer(function DetailEditor<F extends Fields>(props: DetailEditorProps<F>) {
  const { label, editor, renderFields, button, variant = 'default', below, children } = props;
  return (
    <InlineEditor label={label} editor={editor} renderFields={renderFields}>
      {(openButton) => (
        <>
          <div className="row wrap between gap-8 across-12">
            {children}
            <PresentOnly>
              <Button ref={openButton} variant={variant} onClick={() => editor.open()}>
                {button}
              </Button>
            </PresentOnly>
          </div>
          {below}
        </>
      )}
    </InlineEditor>
  );
});
