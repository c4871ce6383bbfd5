import { LIMITS } from '../../limits.ts';
import { cnpjFrom, isTaxId } from '../../tax-id.ts';
import { type Entity, entityName, fields, optionalText, type TypesOf, type Values } from '../field.ts';

const cnpjText = optionalText({
  nameWithArticle: 'o CNPJ',
  label: 'CNPJ',
  example: '11.222.333/0001-81',
  importHeadings: ['cnpj'],
  max: '00.000.000/0000-00'.length,
  meaning: '14 letras e dígitos.',
  changed: 'SupplierCnpjChanged',
});

/** A CNPJ has 14 letters and digits, whose check digits match. */
const cnpj: typeof cnpjText = {
  ...cnpjText,
  read(source) {
    const typed = String(source).trim();
    if (typed === '') return { ok: true, value: null };
    const value = cnpjFrom(typed)?.replaceAll(/[./-]/g, '');
    return value === undefined || !isTaxId(value)
      ? { ok: false, sentence: 'Confira o CNPJ: algum número não bate.' }
      : { ok: true, value };
  },
  toSentenceText: (value) => (value === null ? 'nada' : `“${cnpjFrom(value) ?? value}”`),
};

/** The fields of a supplier, the name first. */
export const supplierFields = fields({
  name: entityName({
    nameWithArticle: 'o nome',
    label: 'Nome',
    example: 'Atacadão',
    importHeadings: ['nome', 'fornecedor'],
    max: LIMITS.name.max,
    changed: 'SupplierRenamed',
  }),
  cnpj,
});

export interface SupplierTypes extends TypesOf<typeof supplierFields> {}
export interface SupplierFields extends Values<SupplierTypes> {}
export interface Supplier extends Entity, SupplierFields {}
