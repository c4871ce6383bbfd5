import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { type FormEvent, useState } from 'react';
import { AMOUNTS } from '#contract/amounts.ts';
import type { SingleChange } from '#domain/business/commands.ts';
import { SCALE, type Units } from '#domain/decimal.ts';
import { newId } from '#web/stores/business/new-id.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { AmountField } from '#web/ui/amount-field.tsx';
import { announceChange } from '../entry/announce-change.ts';
import { EntryForm } from '../entry/entry-form.ts';
import { amountField } from '../entry/field.ts';
import { amountProps } from '../entry/field-props.ts';
import styles from './duplicate.module.css';
import type { RecipeOwner } from './recipe-owner.ts';

const fields = { factor: amountField('quantity', AMOUNTS.factor) };

interface DuplicateProps {
  readonly owner: RecipeOwner;
  /** Told the id of the copy. */
  readonly onCopied: (id: string) => void;
}

/** A copy with one tap, or of another size: a large pizza is 1,5 times the medium one. */
export const Duplicate = observer(function Duplicate({ owner, onCopied }: DuplicateProps) {
  const { business } = useStores();
  const [form, setForm] = useState<EntryForm<typeof fields>>();
  const [refusal, setRefusal] = useState<string>();
  function copy(factor: Units): void {
    const issued = business.issue(copyOf(owner, factor));
    if (issued.refused) {
      const { sentence } = issued.refused;
      if (form) form.fail({ sentence, fields: { quantity: sentence } });
      else setRefusal(sentence);
      return;
    }
    setRefusal(undefined);
    setForm(undefined);
    onCopied(issued.id);
    void announceChange({ issued, text: `Cópia feita: “${owner.name}”`, otherwise: 'Nada foi copiado.' });
  }
  const openForm = (): void => {
    setRefusal(undefined);
    setForm(new EntryForm(fields, { factor: '1,5' }));
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const values = form?.read();
    if (values) copy(values.factor);
  };
  if (!form)
    return (
      <>
        <Button variant="default" onClick={() => copy(SCALE)}>
          Duplicar
        </Button>
        <Button variant="subtle" onClick={openForm}>
          <span className="spelled-out">Duplicar em{'\u00A0'}</span>
          <span className={styles['first']}>outro tamanho</span>
        </Button>
        {refusal !== undefined && (
          <p role="alert" className={styles['refusal']}>
            {refusal}
          </p>
        )}
      </>
    );
  return (
    <form aria-label={`Duplicar ${owner.name}`} className={styles['form']} onSubmit={submit} noValidate>
      <AmountField label="Quantidades vezes" rule={AMOUNTS.factor} {...amountProps(form, 'factor')} />
      <Button type="submit">Duplicar</Button>
      <Button variant="subtle" color="gray" onClick={() => setForm(undefined)}>
        Cancelar
      </Button>
    </form>
  );
});

const copyOf = ({ kind, id }: RecipeOwner, factor: Units): SingleChange =>
  kind === 'dish'
    ? { type: 'DuplicateDish', id, copyId: newId(), factor }
    : { type: 'DuplicatePreparation', id, copyId: newId(), factor };
