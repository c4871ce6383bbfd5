import * as today from '#projections/read/schema.ts';

/** The read model of a program from before the last change of its shape. */
export const READ_MODEL_SHAPE = today.READ_MODEL_SHAPE - 1;

export const readModelTables: typeof today.readModelTables = (schema) =>
  today.readModelTables(schema).replace(`values (${today.READ_MODEL_SHAPE})`, `values (${READ_MODEL_SHAPE})`);

export const migrateReadModel: typeof today.migrateReadModel = async (client) => {
  await client.query(readModelTables('read'));
  return false;
};
