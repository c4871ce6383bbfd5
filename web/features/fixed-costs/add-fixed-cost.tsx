import { observer } from 'mobx-react-lite';
import { AMOUNTS, readAmount } from '#contract/amounts.ts';
import type { SingleChange } from '#domain/business/commands.ts';
import { money } from '#domain/format.ts';
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

const USUAL = ['Aluguel', 'Salários', 'Energia', 'Água', 'Internet', 'Contador'];

export const fixedCostFields = { name: nameField, value: amountField('value', AMOUNTS.fixedCost) };

export const AddFixedCost = observer(function AddFixedCost() {
  const { business } = useStores();
  const adding = useKept(
    business,
    'new fixed cost',
    () =>
      new Adding({
        fields: fixedCostFields,
        add: (cost) => business.issue({ type: 'AddFixedCost', id: newId(), ...cost }),
        said: ({ name, value }) => `${name} adicionado: ${money(value)} por mês.`,
      }),
  );
  const { form } = adding;
  const costs = business.state.fixedCosts;
  const equal = equalName(costs.values(), form.texts.name);
  const missing = USUAL.filter((name) => !equalName(costs.values(), name));
  const pick = (name: string) => {
    form.type('name', name);
    form.focus('value');
  };
  return (
    <Panel title="Novo custo fixo">
      <AddForm
        button="Adicionar"
        adding={adding}
        below={
          <>
            <EqualNameHint>
              {equal && `“${equal.name}” já está na lista, com ${money(equal.value)} por mês.`}
            </EqualNameHint>
            {costs.size < USUAL.length && <Suggestions label="Custos comuns" names={missing} onPick={pick} />}
          </>
        }
      >
        <TextField label="Nome" placeholder="Aluguel" {...fieldProps(form, 'name')} />
        <AmountField
          label="Valor por mês"
          placeholder="0,00"
          rule={AMOUNTS.fixedCost}
          {...amountProps(form, 'value')}
        />
        <CostPreview change={additionOf(form.texts.value)} />
      </AddForm>
    </Panel>
  );
});

/** What is typed as an amount is known before its name. */
function additionOf(text: string): SingleChange | undefined {
  const reading = readAmount(text, AMOUNTS.fixedCost);
  return reading.ok ? { type: 'AddFixedCost', id: 'being typed', name: '', value: reading.units } : undefined;
}
