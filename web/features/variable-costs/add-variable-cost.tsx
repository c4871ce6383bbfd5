import { observer } from 'mobx-react-lite';
import { AMOUNTS, readAmount } from '#contract/amounts.ts';
import type { SingleChange } from '#domain/business/commands.ts';
import { percentage } from '#domain/format.ts';
import { newId } from '#web/stores/business/new-id.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { AmountField } from '#web/ui/amount-field.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { CostPreview } from '../consequences/cost-preview.tsx';
import { AddForm } from '../entry/add-form.tsx';
import { Adding } from '../entry/adding.ts';
import { equalName } from '../entry/equal-name.ts';
import { amountField, nameField } from '../entry/field.ts';
import { amountProps, fieldProps } from '../entry/field-props.ts';
import { useKept } from '../entry/use-kept.ts';
import { EqualNameHint, Suggestions } from '../entry/hints.tsx';

const USUAL = ['Impostos', 'Taxa do cartão', 'Comissão do iFood'];

export const variableCostFields = { name: nameField, percentage: amountField('percentage', AMOUNTS.variableCost) };

export const AddVariableCost = observer(function AddVariableCost() {
  const { business } = useStores();
  const adding = useKept(
    business,
    'new variable cost',
    () =>
      new Adding({
        fields: variableCostFields,
        add: (cost) => business.issue({ type: 'AddVariableCost', id: newId(), ...cost }),
        said: (cost) => `${cost.name} adicionado: ${percentage(cost.percentage)} das vendas.`,
      }),
  );
  const { form } = adding;
  const costs = business.state.variableCosts;
  const equal = equalName(costs.values(), form.texts.name);
  const missing = USUAL.filter((name) => !equalName(costs.values(), name));
  const pick = (name: string) => {
    form.type('name', name);
    form.focus('percentage');
  };
  return (
    <Panel title="Novo custo variável">
      <AddForm
        button="Adicionar"
        adding={adding}
        below={
          <>
            <EqualNameHint>
              {equal && `“${equal.name}” já está na lista, com ${percentage(equal.percentage)}.`}
            </EqualNameHint>
            {costs.size < USUAL.length && <Suggestions label="Custos comuns" names={missing} onPick={pick} />}
          </>
        }
      >
        <TextField label="Nome" placeholder="Taxa do cartão" {...fieldProps(form, 'name')} />
        <AmountField
          label="Percentual"
          placeholder="0,0"
          rule={AMOUNTS.variableCost}
          {...amountProps(form, 'percentage')}
        />
        <CostPreview change={additionOf(form.texts.percentage)} />
      </AddForm>
    </Panel>
  );
});

/** What is typed as an amount is known before its name. */
function additionOf(text: string): SingleChange | undefined {
  const reading = readAmount(text, AMOUNTS.variableCost);
  return reading.ok ? { type: 'AddVariableCost', id: 'being typed', name: '', percentage: reading.units } : undefined;
}
