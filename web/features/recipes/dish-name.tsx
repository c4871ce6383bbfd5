import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import type { Dish } from '#domain/business/state.ts';
import { TextField } from '#web/ui/text-field.tsx';
import { InlineEditor } from '../entry/inline-editor.tsx';
import { nameField } from '../entry/field.ts';
import { fieldProps } from '../entry/field-props.ts';
import { ofDish, useRecipeEditing } from './use-recipe-editing.ts';

/** 'Renomear', or the field for it. */
export const DishName = observer(function DishName({ dish }: { readonly dish: Dish }) {
  const editing = useRecipeEditing('name', dish, {
    ...ofDish,
    fields: { name: nameField },
    focus: 'name',
  });
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
