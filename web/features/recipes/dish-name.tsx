import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import type { Dish } from '#domain/business/state.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { Editing } from '../entry/editing.ts';
import { InlineEditor } from '../entry/inline-editor.tsx';
import { nameField } from '../entry/field.ts';
import { fieldProps } from '../entry/field-props.ts';
import { useEditing } from '../entry/use-editing.ts';

/** 'Renomear', or the field for it. */
export const DishName = observer(function DishName({ dish }: { readonly dish: Dish }) {
  const { business } = useStores();
  const editing = useEditing(
    `name of ${dish.id}`,
    dish,
    (latest) =>
      new Editing({
        fields: { name: nameField },
        held: () => business.state.dishes.get(latest.current.id) ?? latest.current,
        change: (to) => business.issue({ type: 'ChangeDish', id: latest.current.id, ...to }),
        focus: 'name',
      }),
  );
  return (
    <InlineEditor
      label={`Renomear ${dish.name}`}
      editing={editing}
      renderFields={(form) => <TextField label="Nome do prato" {...fieldProps(form, 'name')} />}
    >
      {(openButton) => (
        <Button ref={openButton} variant="default" onClick={() => editing.open()}>
          Renomear
        </Button>
      )}
    </InlineEditor>
  );
});
