import { changeSetEndpoints } from './change-set.ts';
import { dataEndpoints } from './data.ts';
import { importMemoryEndpoints } from './import-memory.schema.ts';
import { pastEndpoints } from './past.ts';
import { salesImportEndpoints } from './entities/sales.schema.ts';
import { undoEndpoints } from './undo.ts';

/** Everything an owner does with a business: the same calls over HTTP and in the browser's demo. */
export const ownerEndpoints = {
  ...dataEndpoints,
  ...salesImportEndpoints,
  ...changeSetEndpoints,
  ...undoEndpoints,
  ...pastEndpoints,
  ...importMemoryEndpoints,
};

export type OwnerContract = typeof ownerEndpoints;

/** Calls that change the business. */
export type ChangingName = {
  [Name in keyof OwnerContract]: OwnerContract[Name] extends { readonly changes: 'data' } ? Name : never;
}[keyof OwnerContract];

/** Reads that answer with something that stands ready. */
export type ViewName = {
  [Name in keyof typeof dataEndpoints]: (typeof dataEndpoints)[Name] extends { readonly method: 'GET' } ? Name : never;
}[keyof typeof dataEndpoints];

/** Reads that are answered from what has happened in the business. */
export type PastName = keyof typeof pastEndpoints;

export const isView = (name: string): name is ViewName =>
  Object.hasOwn(dataEndpoints, name) && dataEndpoints[name as keyof typeof dataEndpoints].method === 'GET';

export const isPast = (name: string): name is PastName => Object.hasOwn(pastEndpoints, name);
