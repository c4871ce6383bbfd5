import { isValidCpf } from '@brazilian-utils/brazilian-utils';
import { cnpjFrom } from '#src/cnpj.ts';

/**
 * What is wrong with a CPF or CNPJ (no punctuation), as a sentence for its field; undefined when it can be sent to the
 * provider. It is passed on and kept nowhere.
 */
export function refusedTaxId(taxId: string | undefined): string | undefined {
  if (taxId === undefined) return 'Digite seu CPF ou CNPJ: o banco pede para gerar o PIX.';
  const isValid = taxId.length === 11 ? isValidCpf(taxId) : cnpjFrom(taxId) !== null;
  return isValid ? undefined : 'Confira o CPF ou CNPJ: algum número não bate.';
}
