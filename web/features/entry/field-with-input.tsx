import { observer } from 'mobx-react-lite';
import { Fragment, type ReactNode } from 'react';
import type { AmountRule } from '#domain/amounts.ts';
import { type EntityField, type FieldType, type FieldTypes, keysOf, type FieldTable } from '#domain/business/field.ts';
import type { TenThousandths } from '#domain/decimal.ts';
import { AmountField } from '#web/ui/amount-field.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { type EntryForm, type Fields, amountProps, fieldProps } from './entry-form.ts';
import { amountField, type AmountApiName, type FormField, fieldOfTable } from './field.ts';

/** A field with its input, so that a list of fields describes a whole form. */
export interface FieldWithInput<Value> extends FormField<Value> {
  /** Renders the input; must be called inside an observer. */
  render(context: FieldContext): ReactNode;
}

export type FieldsWithInputs = Readonly<Record<string, FieldWithInput<unknown>>>;

export interface FieldContext {
  readonly form: EntryForm<Fields>;
  readonly key: string;
  /** Tells whether the form adds a new item rather than edits one. */
  readonly isNew: boolean;
}

interface InputTexts {
  readonly label: string | ((context: FieldContext) => string);
  /** The placeholder in the form of a new item. */
  readonly placeholder: string;
  /** Tells whether the input has its own line in the form of a new item. */
  readonly isWide?: boolean;
}

export const textInputField = <Value,>(field: FormField<Value>, texts: InputTexts): FieldWithInput<Value> => ({
  ...field,
  render: (context) => <TextField {...inputProps(texts, context)} {...fieldProps(context.form, context.key)} />,
});

export const amountInputField = (
  apiName: AmountApiName,
  rule: AmountRule,
  texts: InputTexts,
): FieldWithInput<TenThousandths> => ({
  ...amountField(apiName, rule),
  render: renderAmount(rule, texts),
});

const renderAmount =
  (rule: AmountRule, texts: InputTexts): FieldWithInput<TenThousandths>['render'] =>
  (context) => <AmountField rule={rule} {...inputProps(texts, context)} {...amountProps(context.form, context.key)} />;

/** The fields of a field table with their inputs. */
export const tableInputFields = <T extends FieldTypes<T>>(table: FieldTable<T>) =>
  Object.fromEntries(keysOf(table).map((key) => [key, tableInputField(key, table[key])])) as {
    readonly [Key in keyof T]: FieldWithInput<T[Key]['value']>;
  };

function tableInputField(key: string, field: EntityField<FieldType>): FieldWithInput<unknown> {
  const texts = { label: field.label, placeholder: field.example };
  const formField = fieldOfTable(key, field);
  return field.spec.is === 'amount'
    ? { ...formField, render: renderAmount(field.spec.rule, texts) }
    : textInputField(formField, texts);
}

const inputProps = ({ label, placeholder, isWide = false }: InputTexts, context: FieldContext) => ({
  label: typeof label === 'string' ? label : label(context),
  ...(context.isNew ? { placeholder } : {}),
  ...(context.isNew && isWide ? { className: 'whole-row' } : {}),
});

interface FormInputsProps {
  readonly fields: FieldsWithInputs;
  readonly form: EntryForm<Fields>;
  readonly isNew?: boolean;
}

/** The inputs of a form, in the order of its fields. */
export const FormInputs = observer(function FormInputs({ fields, form, isNew = false }: FormInputsProps) {
  return Object.entries(fields).map(([key, field]) => (
    <Fragment key={key}>{field.render({ form, key, isNew })}</Fragment>
  ));
});

interface TableInputsProps<T extends FieldTypes<T>> {
  readonly table: FieldTable<T>;
  readonly form: EntryForm<Fields>;
}

/** The inputs of a field table, for a form with further fields. */
export const TableInputs = <T extends FieldTypes<T>>({ table, form }: TableInputsProps<T>) => (
  <FormInputs fields={tableInputFields(table)} form={form} />
);
