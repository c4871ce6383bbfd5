import { observer } from 'mobx-react-lite';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { useStores } from '#web/stores/root-store.tsx';
import type { DishConsequence } from '#domain/consequences/dish-consequences.ts';
import { ChangedDishes } from '../consequences/affected-dishes.tsx';
import { issueWithWarnings } from '../consequences/issue-with-warnings.ts';
import { AT_RISK_ADDRESS } from '../navigation/addresses.ts';
import { FormInputs } from './field-with-input.tsx';
import { EditableRow } from './editable-row.tsx';
import { RowEditor } from './row-editor.ts';
import type { EntryForm, Fields } from './entry-form.ts';
import {
  changeCommand,
  rowAsDisplayed,
  type EntryDefinition,
  type FormEntityRow,
  fieldsOf,
  removeCommand,
  storedValues,
  type FormEntity,
} from './entry-definition.ts';
import { useRowEditor } from './use-row-editor.ts';

interface EntryRowProps<Entity extends FormEntity> {
  readonly definition: EntryDefinition<Entity>;
  readonly row: FormEntityRow<Entity>;
  /** Content behind the inputs of the editor; `close` closes the editor. */
  readonly renderBelowInputs?: (form: EntryForm<Fields>, close: () => void) => ReactNode;
  /** A control below the row while it is not edited. */
  readonly below?: ReactNode;
  /** The content of the row while it is not edited. */
  readonly children: ReactNode;
}

/** One row of a list, edited by its inputs and removed; the dishes that it affects are shown. */
export const EntryRow = observer(function EntryRow<Entity extends FormEntity>(props: EntryRowProps<Entity>) {
  const { definition, row, renderBelowInputs, below, children } = props;
  const { business } = useStores();
  const [, navigate] = useLocation();
  const [affectedDishes, setAffectedDishes] = useState<readonly DishConsequence[]>([]);
  const savedRowOf = (rendered: FormEntityRow<Entity>): FormEntityRow<Entity> =>
    definition.rows(business.state).get(rendered.id) ?? rendered;
  // The editor outlives its row, so it reads the row that is rendered now.
  const editor = useRowEditor<
    { readonly row: FormEntityRow<Entity>; readonly onAffectedDishes: typeof setAffectedDishes },
    Fields
  >(
    row.id,
    { row, onAffectedDishes: setAffectedDishes },
    (latest) =>
      new RowEditor<Fields>({
        fields: fieldsOf(definition, business),
        savedValues: () => rowAsDisplayed(definition, savedRowOf(latest.current.row)),
        change: (changedValues) =>
          issueWithWarnings({
            business,
            onAffectedDishes: latest.current.onAffectedDishes,
            issueCommand: () => {
              const { row: renderedRow } = latest.current;
              return business.issue(
                changeCommand(
                  definition.entity,
                  renderedRow.id,
                  storedValues(definition, changedValues, savedRowOf(renderedRow)),
                ),
              );
            },
            showDishes: () => navigate(AT_RISK_ADDRESS),
          }),
        focus: definition.firstFocusedField,
      }),
  );
  return (
    <EditableRow
      rowKey={row.id}
      name={row.name}
      editor={editor}
      below={below}
      removal={{
        remove: () => business.issue(removeCommand(definition.entity, row.id)),
        text: `${definition.removedText}: “${row.name}”`,
      }}
      changeEffect={affectedDishes.length > 0 && <ChangedDishes consequences={affectedDishes} />}
      renderFields={(form) => (
        <>
          <FormInputs fields={fieldsOf(definition, business)} form={form} />
          {renderBelowInputs?.(form, () => editor.cancel())}
        </>
      )}
    >
      {children}
    </EditableRow>
  );
});
