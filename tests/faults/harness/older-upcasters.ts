import { upcast as upcastToday } from '#eventstore/upcasters.ts';

export * from '#eventstore/upcasters.ts';

/** Reads events as a program from before `ProductionLossChanged` does, which does not know that type. */
export const upcast: typeof upcastToday = (type, data, schema) =>
  type === 'ProductionLossChanged' ? undefined : upcastToday(type, data, schema);
