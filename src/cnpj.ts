/** Weights of the last check digit; the first one uses all but the first of them. */
const WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

/**
 * A company's registration number in its usual form, from what somebody typed: '11222333000181' → '11.222.333/0001-81'.
 * The first twelve places may be letters too, as the tax office has it since July 2026.
 * @returns null when the check digits do not match
 */
export function cnpjFrom(text: string): string | null {
  const places = text.replaceAll(/[.\-/\s]/g, '').toUpperCase();
  if (!/^[\dA-Z]{12}\d{2}$/.test(places)) return null;
  const first = checkDigit(places.slice(0, 12));
  if (places.slice(12) !== `${first}${checkDigit(`${places.slice(0, 12)}${first}`)}`) return null;
  return places.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
}

/** Modulo 11 over the characters' codes less 48, which leaves digits their own value. */
function checkDigit(places: string): number {
  const weights = WEIGHTS.slice(-places.length);
  const sum = weights.reduce((total, weight, index) => total + weight * (places.charCodeAt(index) - 48), 0);
  return sum % 11 < 2 ? 0 : 11 - (sum % 11);
}
