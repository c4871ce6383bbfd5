/** Weights of a CNPJ's last check digit; the first one uses all but the first of them. */
const WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

/**
 * The formatted registration number of a company, from typed text: '11222333000181' → '11.222.333/0001-81'. The first
 * twelve characters may be letters too, as the tax office allows since July 2026.
 * @returns null when the check digits do not match
 */
export function cnpjFrom(text: string): string | null {
  const places = text.replaceAll(/[.\-/\s]/g, '').toUpperCase();
  if (!/^[\dA-Z]{12}\d{2}$/.test(places)) return null;
  const first = checkDigit(places.slice(0, 12));
  if (places.slice(12) !== `${first}${checkDigit(`${places.slice(0, 12)}${first}`)}`) return null;
  return places.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
}

/**
 * A CPF or CNPJ, without punctuation, whose check digits match: '52998224725', '11222333000181'. This does not prove
 * that it has been assigned.
 */
export function isTaxId(places: string): boolean {
  if (/^(.)\1*$/.test(places)) return false; // '00000000000' has matching check digits, but is never assigned.
  return places.length === 11 ? isCpf(places) : cnpjFrom(places) !== null;
}

/**
 * Tells whether the digits are a CPF. Each check digit is the sum of those before it, times 2, 3, 4 … from the right,
 * by the same rule as in a CNPJ.
 */
function isCpf(digits: string): boolean {
  if (!/^\d{11}$/.test(digits)) return false;
  return [9, 10].every((length) => {
    const sum = Array.from(digits.slice(0, length)).reduce(
      (total, digit, at) => total + Number(digit) * (length + 1 - at),
      0,
    );
    return Number(digits[length]) === remainderDigit(sum);
  });
}

/** Modulo 11 over the characters' codes less 48, which leaves digits their own value. */
function checkDigit(places: string): number {
  const weights = WEIGHTS.slice(-places.length);
  const sum = weights.reduce((total, weight, index) => total + weight * (places.charCodeAt(index) - 48), 0);
  return remainderDigit(sum);
}

const remainderDigit = (sum: number): number => (sum % 11 < 2 ? 0 : 11 - (sum % 11));
