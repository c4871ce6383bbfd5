import { changeSetEndpoints, undoEndpoints } from './change-set.ts';
import { dataEndpoints } from './data.ts';
import { importMemoryEndpoints } from './import-memory.schema.ts';
import { pastEndpoints } from './past.ts';
import { salesImportEndpoints } from './entities/sales.schema.ts';

/** The calls of an owner about a business: the same over HTTP and in the browser's demo. */
export const ownerEndpoints = {
  ...dataEndpoints,
  ...salesImportEndpoints,
  ...changeSetEndpoints,
  ...undoEndpoints,
  ...pastEndpoints,
  ...importMemoryEndpoints,
};

export type OwnerContract = typeof ownerEndpoints;
