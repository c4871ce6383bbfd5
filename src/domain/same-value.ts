/** Tells whether two values of plain data, such as the data of events and commands, have the same content. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const [keys, others] = [Object.keys(a), Object.keys(b)] as [(keyof typeof a)[], string[]];
  return keys.length === others.length && keys.every((key) => isSameValue(a[key], b[key]));
}
