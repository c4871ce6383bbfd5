import { generateCnpj } from '@brazilian-utils/brazilian-utils/generate-cnpj';
import { generateCpf } from '@brazilian-utils/brazilian-utils/generate-cpf';
import { isValidCnpj } from '@brazilian-utils/brazilian-utils/is-valid-cnpj';
import { isValidCpf } from '@brazilian-utils/brazilian-utils/is-valid-cpf';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { TaxId } from '#contract/fields.ts';
import { isTaxId } from '#domain/tax-id.ts';

describe('CPF and CNPJ', () => {
  test.each(['52998224725', '11144477735', '00000000191', '11222333000181', '12ABC34501DE35'])(
    '%s is valid',
    (places) => {
      expect(isTaxId(places)).toBe(true);
    },
  );

  test.each([
    '52998224724',
    '52998224735',
    '25998224725',
    '11111111111',
    '00000000000',
    '00000000000000',
    '11222333000182',
    '12ABC34501DE36',
    '5299822472',
    '529.982.247-25',
    '５２９９８２２４７２５',
    '',
  ])('%s is invalid', (places) => {
    expect(isTaxId(places)).toBe(false);
  });

  test('agree with another implementation', () => {
    const seeds = Array.from({ length: 200 });
    for (const cpf of seeds.map(() => generateCpf())) expect(isTaxId(cpf.replaceAll(/\D/g, '')), cpf).toBe(true);
    for (const cnpj of seeds.map(() => generateCnpj())) expect(isTaxId(cnpj.replaceAll(/\W/g, '')), cnpj).toBe(true);
    fc.assert(
      fc.property(fc.stringMatching(/^\d{11}$/), (digits) => isTaxId(digits) === isValidCpf(digits)),
      { numRuns: 2_000 },
    );
    fc.assert(
      fc.property(fc.stringMatching(/^\d{14}$/), (digits) => isTaxId(digits) === isValidCnpj(digits)),
      { numRuns: 2_000 },
    );
  });
});

describe('a typed CPF or CNPJ', () => {
  const read = (text: string): string => {
    const { success, output, issues } = v.safeParse(TaxId, text);
    return success ? output : issues[0].message;
  };

  test.each([
    ['529.982.247-25', '52998224725'],
    [' 529 982 247 25 ', '52998224725'],
    ['11.222.333/0001-81', '11222333000181'],
    ['12.abc.345/01de-35', '12ABC34501DE35'],
  ])('%j is read as %s', (text, places) => {
    expect(read(text)).toBe(places);
  });

  test.each([
    ['', 'Digite um CPF ou CNPJ completo.'],
    ['529.982.247', 'Digite um CPF ou CNPJ completo.'],
    ['529.982.247-26', 'Confira o CPF ou CNPJ: algum número não bate.'],
    ['000.000.000-00', 'Confira o CPF ou CNPJ: algum número não bate.'],
    ['11.222.333/0001-82', 'Confira o CPF ou CNPJ: algum número não bate.'],
  ])('%j is refused: %s', (text, sentence) => {
    expect(read(text)).toBe(sentence);
  });
});
