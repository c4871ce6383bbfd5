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
import { useKept } from '../entry/use-kept.ts';
import { EqualNameHint } from '../entry/hints.tsx';
import styles from './add-dish.module.css';
import type { RecipesView } from './recipes-view.ts';

/** A new dish has no price yet, and its card is open. */
export const AddDish = observer(function AddDish({ view }: { readonly view: RecipesView }) {
  const { business } = useStores();
  const adding = useKept(
    business,
    'new dish',
    () =>
      new Adding({
        fields: { name: nameField },
        add: ({ name }) => {
          const issued = business.issue({ type: 'AddDish', id: newId(), name, salePrice: 0 });
          if (!issued.refused) view.open(issued.id);
          return issued;
        },
        said: ({ name }) => `Prato criado: ${name}. A ficha está aberta na lista.`,
      }),
  );
  const equal = equalName(business.state.dishes.values(), adding.form.texts.name);
  return (
    <Panel title="Novo prato">
      <AddForm
        button="Criar prato"
        adding={adding}
        className={styles['form']}
        folds={business.state.dishes.size > 0}
        below={<EqualNameHint>{equal && `“${equal.name}” já existe.`}</EqualNameHint>}
      >
        <TextField label="Nome do prato" placeholder="Pizza Calabresa" {...fieldProps(adding.form, 'name')} />
      </AddForm>
    </Panel>
  );
});
