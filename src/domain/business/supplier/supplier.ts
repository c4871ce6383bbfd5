import { QUOTAS } from '../../limits.ts';
import { normalizeName } from '../../names.ts';
import type { Decisions } from '../decision.ts';
import type { BusinessDraft } from '../business-draft.ts';
import type { ChangeEvent } from '../field.ts';
import { changeEvolution, changesOf } from '../field-events.ts';
import { changeInverses } from '../inverse.ts';
import type { Change, Command } from '../message.ts';
import type { SingleRefusal } from '../refusals.ts';
import type { Business } from '../state.ts';
import { type Supplier, type SupplierFields, supplierFields, type SupplierTypes } from './fields.ts';

/** The supplier as a purchase names it: an existing id, or a name with the id for a new one. */
export type SupplierInput = { readonly id: string; readonly name?: never } | ({ readonly id: string } & SupplierFields);

export type SupplierCommand = Command<'ChangeSupplier', Change<SupplierFields>>;
export type SupplierEvent = ChangeEvent<SupplierTypes>;

type SupplierMatch = {
  readonly supplier: Pick<Supplier, 'id' | 'name' | 'cnpj'>;
  /** Tells whether the purchase has to create the supplier or give it its CNPJ. */
  readonly isNew: boolean;
};

/**
 * The supplier that a purchase names. A known CNPJ identifies it; otherwise an equal name without another CNPJ does,
 * and that supplier gets the given CNPJ; otherwise the supplier is new.
 */
export function resolveSupplier({ suppliers }: Business, input: SupplierInput): SupplierMatch | SingleRefusal {
  const existing = suppliers.get(input.id);
  if (existing) return { supplier: existing, isNew: false };
  if (input.name === undefined) return { refusal: 'supplier_not_there' };
  const { id, name, cnpj } = input;
  const all = [...suppliers.values()];
  const sameCnpj = cnpj === null ? undefined : all.find((each) => each.cnpj === cnpj);
  if (sameCnpj) return { supplier: sameCnpj, isNew: false };
  const normalized = normalizeName(name);
  const sameName = all.filter((each) => normalizeName(each.name) === normalized);
  const known = sameName.find((each) => each.cnpj === null) ?? (cnpj === null ? sameName[0] : undefined);
  if (known)
    return cnpj === null
      ? { supplier: known, isNew: false }
      : { supplier: { id: known.id, name: known.name, cnpj }, isNew: true };
  if (suppliers.size >= QUOTAS.suppliers) return { refusal: 'too_many_suppliers', limit: QUOTAS.suppliers };
  return { supplier: { id, name, cnpj }, isNew: true };
}

export const supplierDecisions: Decisions<SupplierCommand, SupplierEvent> = {
  ChangeSupplier: {
    version: ({ suppliers }, { id }) => suppliers.get(id)?.version,
    decide({ suppliers }, command) {
      const supplier = suppliers.get(command.id);
      if (!supplier) return { refusal: 'supplier_unknown' };
      const { cnpj } = command;
      const other = [...suppliers.values()].find((each) => each.id !== supplier.id && each.cnpj === cnpj);
      if (cnpj && other) return { refusal: 'cnpj_taken', supplier: other.name };
      return changesOf(supplierFields, supplier, command);
    },
  },
};

export const supplierEvolution = changeEvolution(
  supplierFields,
  ({ suppliers }: BusinessDraft<'suppliers'>) => suppliers,
);

export const supplierInverses = changeInverses(supplierFields, (state: Business, known) => ({
  kind: 'supplier',
  row: state.suppliers.get(known.id),
  known,
}));
