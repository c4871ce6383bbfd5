import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { SingleCommand } from '#domain/business/commands.ts';
import type { IssuedCommand } from '#web/stores/business/pending-commands.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { newId } from '#web/stores/business/entity-id.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { AddForm } from './add-form.tsx';
import { AdditionForm } from './addition-form.ts';
import { FormInputs } from './field-with-input.tsx';
import type { EntryForm, Fields } from './entry-form.ts';
import { addCommand, type FormEntity, type EntryKind, fieldsOf, valuesOf } from './entry-kind.ts';
import { findEqualName } from './equal-name.ts';
import { EqualNameHint, Suggestions } from './hints.tsx';
import { useCached } from './use-cached.ts';

interface AddPanelProps<Noun extends FormEntity> {
  readonly kind: EntryKind<Noun>;
  /** Content behind the inputs: the effect of the typed values. */
  readonly renderPreview?: (form: EntryForm<Fields>) => ReactNode;
}

/** A single command is sent alone, several as one change. */
function issueAll<Noun extends FormEntity>(
  business: BusinessStore,
  { additionCommands }: Pick<EntryKind<Noun>, 'additionCommands'>,
  addition: SingleCommand,
): IssuedCommand {
  const [first = addition, ...more] = additionCommands?.(business, addition) ?? [];
  return business.issue(more.length === 0 ? first : { type: 'ApplyChangeSet', commands: [first, ...more] });
}

/** The form that adds an item to a list, with hints about its name. */
export const AddPanel = observer(function AddPanel<Noun extends FormEntity>(props: AddPanelProps<Noun>) {
  const { kind, renderPreview } = props;
  const { business } = useStores();
  const additionForm = useCached(
    business,
    `new ${kind.noun}`,
    () =>
      new AdditionForm<Fields>({
        fields: fieldsOf(kind, business),
        findIncompleteness: kind.findIncompleteness,
        add: (values) => issueAll(business, kind, addCommand(kind.noun, newId(), valuesOf(kind, values))),
        toastText: (values) => kind.addedText(values as never),
      }),
  );
  const { form } = additionForm;
  const rows = kind.rows(business.state);
  const existing = findEqualName(rows.values(), form.texts['name'] ?? '');
  const { label, names } = kind.suggestions ?? { label: '', names: [] };
  const pick = (name: string) => {
    form.type('name', name);
    form.focus(kind.firstFocusedField);
  };
  return (
    <Panel title={kind.newTitle}>
      <AddForm
        button="Adicionar"
        additionForm={additionForm}
        isFoldable={rows.size > 0}
        below={
          <>
            <EqualNameHint>{existing && kind.duplicateHint(existing)}</EqualNameHint>
            {rows.size < names.length && (
              <Suggestions
                label={label}
                names={names.filter((name) => !findEqualName(rows.values(), name))}
                onPick={pick}
              />
            )}
          </>
        }
      >
        <FormInputs fields={fieldsOf(kind, business)} form={form} isNew />
        {renderPreview?.(form)}
      </AddForm>
    </Panel>
  );
});
