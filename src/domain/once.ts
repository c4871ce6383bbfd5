/** Made when it is first asked for, and the same from then on: for what is dear to make and may never be needed. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
