import { observer } from 'mobx-react-lite';
import { newId } from '#web/stores/business/new-id.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { AddForm } from '../entry/add-form.tsx';
import { Adding } from '../entry/adding.ts';
import { equalName } from '../entry/equal-name.ts';
import { nameField } from '../entry/field.ts';
import { fieldProps } from '../entry/field-props.ts';
import { EqualNameHint } from '../entry/hints.tsx';
import { useKept } from '../entry/use-kept.ts';
import type { RecipesView } from '../recipes/recipes-view.ts';
import { batchField, batchOf, batchText, yieldOf } from '../fields/batch.ts';
import { BatchInput } from './preparation-details.tsx';

/** A new preparation has no recipe yet, and its card is open. */
export const AddPreparation = observer(function AddPreparation({ view }: { readonly view: RecipesView }) {
  const { business } = useStores();
  const adding = useKept(
    business,
    'new preparation',
    () =>
      new Adding({
        fields: { name: nameField, batch: batchField },
        add: ({ name, batch }) => {
          const issued = business.issue({ type: 'AddPreparation', id: newId(), name, ...yieldOf(batch) });
          if (!issued.refused) view.open(issued.id);
          return issued;
        },
        said: ({ name }) => `Preparo criado: ${name}. A receita está aberta na lista.`,
      }),
  );
  const equal = equalName(business.state.preparations.values(), adding.form.texts.name);
  return (
    <Panel title="Novo preparo">
      <AddForm
        button="Criar preparo"
        adding={adding}
        folds={business.state.preparations.size > 0}
        below={
          <EqualNameHint>{equal && `“${equal.name}” já existe, rende ${batchText(batchOf(equal))}.`}</EqualNameHint>
        }
      >
        <TextField label="Nome" placeholder="Massa de pizza" {...fieldProps(adding.form, 'name')} />
        <BatchInput form={adding.form} of="batch" />
      </AddForm>
    </Panel>
  );
});
