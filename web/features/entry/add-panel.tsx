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
import { addCommand, type FormEntity, type EntryDefinition, fieldsOf, storedValues } from './entry-definition.ts';
import { findEqualName } from './equal-name.ts';
import { EqualNameHint, Suggestions } from './hints.tsx';
import { useCached } from './use-cached.ts';

interface AddPanelProps<Entity extends FormEntity> {
  readonly definition: EntryDefinition<Entity>;
  /** Content behind the inputs: the effect of the typed values. */
  readonly renderPreview?: (form: EntryForm<Fields>) => ReactNode;
}

/** A single command is sent alone, several as one change. */
function issueAll<Entity extends FormEntity>(
  business: BusinessStore,
  { additionCommands }: Pick<EntryDefinition<Entity>, 'additionCommands'>,
  addition: SingleCommand,
): IssuedCommand {
  const [first = addition, ...more] = additionCommands?.(business, addition) ?? [];
  return business.issue(more.length === 0 ? first : { type: 'ApplyChangeSet', commands: [first, ...more] });
}

/** The form that adds an item to a list, with hints about its name. */
export const AddPanel = observer(function AddPanel<Entity extends FormEntity>(props: AddPanelProps<Entity>) {
  const { definition, renderPreview } = props;
  const { business } = useStores();
  const additionForm = useCached(
    business,
    `new ${definition.entity}`,
    () =>
      new AdditionForm<Fields>({
        fields: fieldsOf(definition, business),
        findIncompleteness: definition.findIncompleteness,
        add: (values) =>
          issueAll(business, definition, addCommand(definition.entity, newId(), storedValues(definition, values))),
        toastText: (values) => definition.addedText(values as never),
      }),
  );
  const { form } = additionForm;
  const rows = definition.rows(business.state);
  const existing = findEqualName(rows.values(), form.texts['name'] ?? '');
  const { label, names } = definition.suggestions ?? { label: '', names: [] };
  const pick = (name: string) => {
    form.type('name', name);
    form.focus(definition.firstFocusedField);
  };
  return (
    <Panel title={definition.newTitle}>
      <AddForm
        button="Adicionar"
        additionForm={additionForm}
        isFoldable={rows.size > 0}
        below={
          <>
            <EqualNameHint>{existing && definition.duplicateHint(existing)}</EqualNameHint>
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
        <FormInputs fields={fieldsOf(definition, business)} form={form} isNew />
        {renderPreview?.(form)}
      </AddForm>
    </Panel>
  );
});
