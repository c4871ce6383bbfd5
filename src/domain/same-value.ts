/** Do two values have the same content? Of what events and commands are made of: plain data. */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b;
  const [keys, others] = [Object.keys(a), Object.keys(b)] as [(keyof typeof a)[], string[]];
  return keys.length === others.length && keys.every((key) => isSameValue(a[key], b[key]));
}
