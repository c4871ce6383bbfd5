import { quantity } from '#domain/format.ts';
import type { ConversionFlaw, MissingConversion } from '#domain/units/conversions.ts';

/** What is asked where a unit does not convert: 'Quanto pesa 1 un de Ovo?' */
export const missingQuestion = (component: string, { unit, equalsUnit, isWeight }: MissingConversion): string =>
  isWeight ? `Quanto pesa 1 ${unit} de ${component}?` : `Quanto rende 1 ${unit} de ${component} em ${equalsUnit}?`;

/** Why a conversion has not to be said: '1 kg já são 1.000 g.' */
export const needlessSentence = ({ flaw, unit, equalsUnit, quantity: known }: ConversionFlaw): string =>
  flaw === 'within'
    ? `1 ${unit} já são ${quantity(known)} ${equalsUnit}.`
    : `Isso já se sabe: 1 ${unit} = ${quantity(known)} ${equalsUnit}.`;
