import { observer } from 'mobx-react-lite';
import { AMOUNTS } from '#contract/amounts.ts';
import { unitPrice } from '#domain/format.ts';
import { newId } from '#web/stores/business/new-id.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { AmountField } from '#web/ui/amount-field.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { AddForm } from '../entry/add-form.tsx';
import { Adding } from '../entry/adding.ts';
import { equalName } from '../entry/equal-name.ts';
import { amountField, nameField, unitField } from '../entry/field.ts';
import { amountProps, fieldProps } from '../entry/field-props.ts';
import { useKept } from '../entry/use-kept.ts';
import { EqualNameHint } from '../entry/hints.tsx';
import styles from './add-ingredient.module.css';
import { UnitField } from './unit-field.tsx';

export const ingredientFields = {
  name: nameField,
  unit: unitField,
  unitPrice: amountField('unit_price', AMOUNTS.unitPrice),
};

export const AddIngredient = observer(function AddIngredient() {
  const { business } = useStores();
  const adding = useKept(
    business,
    'new ingredient',
    () =>
      new Adding({
        fields: ingredientFields,
        add: (ingredient) => business.issue({ type: 'AddIngredient', id: newId(), ...ingredient }),
        said: (added) => `${added.name} adicionado: ${unitPrice(added.unitPrice)} por ${added.unit}.`,
      }),
  );
  const { form } = adding;
  const equal = equalName(business.state.ingredients.values(), form.texts.name);
  const unit = form.texts.unit.trim();
  return (
    <Panel title="Novo insumo">
      <AddForm
        button="Adicionar"
        adding={adding}
        below={
          <EqualNameHint>
            {equal && `“${equal.name}” já está na lista, a ${unitPrice(equal.unitPrice)} por ${equal.unit}.`}
          </EqualNameHint>
        }
      >
        <TextField
          className={styles['wide']}
          label="Nome"
          placeholder="Farinha de trigo"
          {...fieldProps(form, 'name')}
        />
        <UnitField {...fieldProps(form, 'unit')} />
        <AmountField
          label={unit === '' ? 'Preço' : `Preço por ${unit}`}
          placeholder="0,00"
          rule={AMOUNTS.unitPrice}
          {...amountProps(form, 'unitPrice')}
        />
      </AddForm>
    </Panel>
  );
});
