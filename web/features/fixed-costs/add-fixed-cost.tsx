import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { AMOUNTS } from '#contract/amounts.ts';
import { money } from '#domain/format.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { AmountField } from '#web/ui/amount-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { AddPanel } from '../entry/add-panel.tsx';
import { Adding } from '../entry/adding.ts';
import { equalName } from '../entry/equal-name.ts';
import { amountField, nameField } from '../entry/field.ts';
import { amountProps, fieldProps } from '../entry/field-props.ts';
import { EqualNameHint, Suggestions } from '../entry/hints.tsx';

const USUAL = ['Aluguel', 'Salários', 'Energia', 'Água', 'Internet', 'Contador'];

export const fixedCostFields = { name: nameField, value: amountField('value', AMOUNTS.fixedCost) };

export const AddFixedCost = observer(function AddFixedCost() {
  const { business } = useStores();
  const [adding] = useState(
    () =>
      new Adding({
        fields: fixedCostFields,
        add: (cost) => business.addFixedCost(cost),
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
    <AddPanel
      title="Novo custo fixo"
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
      <AmountField label="Valor por mês" placeholder="0,00" rule={AMOUNTS.fixedCost} {...amountProps(form, 'value')} />
    </AddPanel>
  );
});
