import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { type FormEvent, useState } from 'react';
import { fixedCostFields } from '#domain/business/fixed-cost/fields.ts';
import { formatMoney } from '#domain/format.ts';
import { newId } from '#web/stores/business/entity-id.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { AmountField } from '#web/ui/amount-field.tsx';
import { Problem } from '#web/ui/note.tsx';
import { announceChange } from '../entry/announce-change.ts';
import { EntryForm, amountProps } from '../entry/entry-form.ts';
import { findEqualName } from '../entry/equal-name.ts';
import { fieldOfTable } from '../entry/field.ts';
import styles from './tax-calculator.module.css';

const COST_NAME = 'DAS do MEI';
const fields = { value: fieldOfTable('value', fixedCostFields.value) };

/** The monthly tax of a MEI, which becomes a fixed cost. */
export const MeiDas = observer(function MeiDas() {
  const { business } = useStores();
  const [form] = useState(() => new EntryForm(fields));
  const hasLoaded = business.data('fixedCosts').kind === 'known';
  const existingCost = hasLoaded ? findEqualName(business.state.fixedCosts.values(), COST_NAME) : undefined;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const values = form.read();
    if (!values) return;
    const issued = business.issue(
      existingCost
        ? { type: 'ChangeFixedCost', id: existingCost.id, ...values }
        : { type: 'AddFixedCost', id: newId(), name: COST_NAME, ...values },
    );
    if (issued.refused) {
      form.showFailure(issued.refused);
      return;
    }
    form.clear();
    void announceChange({
      issued,
      text: `${COST_NAME} nos custos fixos: ${formatMoney(values.value)} por mês`,
      failureNote: 'Nada foi mudado.',
    });
  };
  return (
    <form
      aria-label={COST_NAME}
      className={`${styles['tax']} stack from-left gap-12 mt-16`}
      onSubmit={submit}
      noValidate
    >
      <p className="soft text-15 tabular">
        O MEI paga o DAS: um valor por mês, venda muito ou pouco. Por isso ele entra nos custos fixos.
        {existingCost && ` Hoje está lá com ${formatMoney(existingCost.value)}.`}
      </p>
      <AmountField
        label="Valor do DAS por mês"
        rule={fixedCostFields.value.spec.rule}
        placeholder="0,00"
        description="Está na guia que você paga todo mês."
        {...amountProps(form, 'value')}
      />
      <Problem text={form.problem} className="tomato text-15" />
      <Button type="submit" disabled={!hasLoaded}>
        {existingCost ? 'Mudar nos custos fixos' : 'Pôr nos custos fixos'}
      </Button>
      <p className="faint text-14">
        O MEI vale até um limite de faturamento por ano: pergunte ao seu contador se ainda é o seu caso.
      </p>
    </form>
  );
});
