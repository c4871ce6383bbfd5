/** Wrong values in the environment: the start stops and names all of them, a sentence each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];

  constructor(...faults: readonly string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}

type Values<Readers> = { readonly [Name in keyof Readers]: Readers[Name] extends () => infer Value ? Value : never };

/**
 * Calls every reader even where one of them fails, so that an operator learns of all faults at one start.
 * @throws ConfigError with the faults of all readers
 */
export function readAll<Readers extends Readonly<Record<string, () => unknown>>>(readers: Readers): Values<Readers> {
  const faults: string[] = [];
  const values = Object.entries(readers).map(([name, read]) => {
    try {
      return [name, read()];
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      faults.push(...error.faults);
      return [name, undefined];
    }
  });
  if (faults.length > 0) throw new ConfigError(...new Set(faults));
  return Object.fromEntries(values) as Values<Readers>;
}
