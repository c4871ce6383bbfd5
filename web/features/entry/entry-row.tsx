import { observer } from 'mobx-react-lite';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { useStores } from '#web/stores/root-store.tsx';
import type { DishConsequence } from '#domain/consequences/dish-consequences.ts';
import { ChangedDishes } from '../consequences/affected-dishes.tsx';
import { issueWithWarnings } from '../consequences/issue-with-warnings.ts';
import { AT_RISK } from '../places/at-risk.ts';
import { FormInputs } from './field-with-input.tsx';
import { EditableRow } from './editable-row.tsx';
import { Editing } from './editing.ts';
import type { EntryForm, Fields } from './entry-form.ts';
import {
  alteration,
  enteredOf,
  type EntryKind,
  type EntryRow as Row,
  fieldsOf,
  removal,
  valuesOf,
  type FormEntity,
} from './entry-kind.ts';
import { useEditing } from './use-editing.ts';

interface EntryRowProps<Noun extends FormEntity> {
  readonly kind: EntryKind<Noun>;
  readonly row: Row<Noun>;
  /** Content behind the inputs of the editor; `close` closes the editor. */
  readonly renderMore?: (form: EntryForm<Fields>, close: () => void) => ReactNode;
  /** A control under the row while it is not edited. */
  readonly below?: ReactNode;
  /** The content of the row while it is not edited. */
  readonly children: ReactNode;
}

/** One row of a list, edited by its inputs and removed; the dishes that it affects are shown. */
export const EntryRow = observer(function EntryRow<Noun extends FormEntity>(props: EntryRowProps<Noun>) {
  const { kind, row, renderMore, below, children } = props;
  const { business } = useStores();
  const [, navigate] = useLocation();
  const [changed, setChanged] = useState<readonly DishConsequence[]>([]);
  const saved = (drawn: Row<Noun>): Row<Noun> => kind.rows(business.state).get(drawn.id) ?? drawn;
  // The editor outlives its row, so it reads the row that is rendered now.
  const editing = useEditing<{ readonly row: Row<Noun>; readonly onChanges: typeof setChanged }, Fields>(
    row.id,
    { row, onChanges: setChanged },
    (latest) =>
      new Editing<Fields>({
        fields: fieldsOf(kind, business),
        held: () => enteredOf(kind, saved(latest.current.row)),
        change: (to) =>
          issueWithWarnings({
            business,
            onChanges: latest.current.onChanges,
            issueCommand: () => {
              const { row: drawn } = latest.current;
              return business.issue(alteration(kind.noun, drawn.id, valuesOf(kind, to, saved(drawn))));
            },
            showDishes: () => navigate(AT_RISK),
          }),
        focus: kind.focus,
      }),
  );
  return (
    <EditableRow
      rowKey={row.id}
      name={row.name}
      editing={editing}
      below={below}
      removal={{
        remove: () => business.issue(removal(kind.noun, row.id)),
        text: `${kind.removedTitle}: “${row.name}”`,
      }}
      after={changed.length > 0 && <ChangedDishes consequences={changed} />}
      renderFields={(form) => (
        <>
          <FormInputs fields={fieldsOf(kind, business)} form={form} />
          {renderMore?.(form, () => editing.cancel())}
        </>
      )}
    >
      {children}
    </EditableRow>
  );
});
