import { observer } from 'mobx-react-lite';
import { Fragment, type ReactNode } from 'react';
import type { AmountRule } from '#domain/amounts.ts';
import {
  type Field as TableField,
  type FieldType,
  type FieldTypes,
  keysOf,
  type Table,
} from '#domain/business/field.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import { AmountField } from '#web/ui/amount-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { EntryForm, Fields } from './entry-form.ts';
import { amountField, type AmountWire, type Field, fieldOfTable } from './field.ts';
import { amountProps, fieldProps } from './field-props.ts';

/** A field with its input, so that a list of fields describes a whole form. */
export interface FieldWithInput<Value> extends Field<Value> {
  /** Renders the input; must be called inside an observer. */
  draw(at: FieldContext): ReactNode;
}

export type FieldsWithInputs = Readonly<Record<string, FieldWithInput<unknown>>>;

export interface FieldContext {
  readonly form: EntryForm<Fields>;
  readonly key: string;
  /** Whether the form adds a new item rather than edits one. */
  readonly isNew: boolean;
}

interface InputTexts {
  readonly label: string | ((drawing: FieldContext) => string);
  /** The placeholder in the form of a new item. */
  readonly placeholder: string;
  /** Whether the input has its own line in the form of a new item. */
  readonly isWide?: boolean;
}

export const textInputField = <Value,>(field: Field<Value>, look: InputTexts): FieldWithInput<Value> => ({
  ...field,
  draw: (drawing) => <TextField {...lookOf(look, drawing)} {...fieldProps(drawing.form, drawing.key)} />,
});

export const amountInputField = (
  wire: AmountWire,
  rule: AmountRule,
  look: InputTexts,
): FieldWithInput<TenThousandths> => ({
  ...amountField(wire, rule),
  draw: drawAmount(rule, look),
});

const drawAmount =
  (rule: AmountRule, look: InputTexts): FieldWithInput<TenThousandths>['draw'] =>
  (drawing) => <AmountField rule={rule} {...lookOf(look, drawing)} {...amountProps(drawing.form, drawing.key)} />;

/** The fields of a field table with their inputs. */
export const tableInputFields = <T extends FieldTypes<T>>(table: Table<T>) =>
  Object.fromEntries(keysOf(table).map((key) => [key, drawnOf(key, table[key])])) as {
    readonly [Key in keyof T]: FieldWithInput<T[Key]['value']>;
  };

function drawnOf(key: string, field: TableField<FieldType>): FieldWithInput<unknown> {
  const look = { label: field.label, placeholder: field.example };
  const own = fieldOfTable(key, field);
  return field.spec.is === 'amount' ? { ...own, draw: drawAmount(field.spec.rule, look) } : textInputField(own, look);
}

const lookOf = ({ label, placeholder, isWide = false }: InputTexts, drawing: FieldContext) => ({
  label: typeof label === 'string' ? label : label(drawing),
  ...(drawing.isNew ? { placeholder } : {}),
  ...(drawing.isNew && isWide ? { className: 'whole-row' } : {}),
});

interface FormInputsProps {
  readonly fields: FieldsWithInputs;
  readonly form: EntryForm<Fields>;
  readonly isNew?: boolean;
}

/** The inputs of a form, in the order of its fields. */
export const FormInputs = observer(function FormInputs({ fields, form, isNew = false }: FormInputsProps) {
  return Object.entries(fields).map(([key, field]) => (
    <Fragment key={key}>{field.draw({ form, key, isNew })}</Fragment>
  ));
});

interface TableInputsProps<T extends FieldTypes<T>> {
  readonly table: Table<T>;
  readonly form: EntryForm<Fields>;
}

/** The inputs of a field table, for a form with further fields. */
export const TableInputs = <T extends FieldTypes<T>>({ table, form }: TableInputsProps<T>) => (
  <FormInputs fields={tableInputFields(table)} form={form} />
);
