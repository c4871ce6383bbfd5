import { observer } from 'mobx-react-lite';
import { supplierFields } from '#domain/business/supplier/fields.ts';
import type { Supplier } from '#domain/business/state.ts';
import { cnpjFrom } from '#domain/tax-id.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { FormInputs, tableInputFields } from '../entry/field-with-input.tsx';
import { EditableRow } from '../entry/editable-row.tsx';
import { RowEditor } from '../entry/row-editor.ts';
import { RowContent } from '../entry/row-list.tsx';
import { useRowEditor } from '../entry/use-row-editor.ts';

const FIELDS = tableInputFields(supplierFields);

interface SupplierRowProps {
  readonly supplier: Supplier;
  /** The number of ingredients that it sells: '12 insumos'. */
  readonly purchaseText: string;
}

/**
 * A form that renames a supplier and gives it a CNPJ. Purchases create suppliers, which stay for the purchases that
 * name them.
 */
export const SupplierRow = observer(function SupplierRow({ supplier, purchaseText }: SupplierRowProps) {
  const { business } = useStores();
  const editing = useRowEditor(
    supplier.id,
    supplier,
    (latest) =>
      new RowEditor({
        fields: FIELDS,
        savedValues: () => business.state.suppliers.get(latest.current.id) ?? latest.current,
        change: (changes) => business.issue({ type: 'ChangeSupplier', id: latest.current.id, ...changes }),
        focus: 'name',
      }),
  );
  const { id, name, cnpj } = supplier;
  return (
    <EditableRow
      rowKey={id}
      name={name}
      editor={editing}
      renderFields={(form) => <FormInputs fields={FIELDS} form={form} />}
    >
      <RowContent
        name={name}
        detail={cnpj === null ? undefined : `CNPJ ${cnpjFrom(cnpj) ?? cnpj}`}
        value={purchaseText}
      />
    </EditableRow>
  );
});
