import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { createDatabase } from './database.ts';
import { startProduct } from './product.ts';

/** The password of the administration of the shared product. */
export const SHARED_ADMIN_PASSWORD = 'manjericão fresco';

declare module 'vitest' {
  interface ProvidedContext {
    /** The product that files share, with its address and its database. */
    sharedProduct: { readonly origin: string; readonly url: string; readonly eventStoreUrl: string | undefined };
  }
}

const preparation = `await (await import('./scripts/bootstrap.mjs')).ensureBuilt()`;

/**
 * Builds the product if its sources have changed, because browsers are shown what `npm start` serves. Starts one product
 * for all files that need none of their own; each test uses an account of its own.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cwd = fileURLToPath(new URL('../..', import.meta.url));
  execFileSync(process.execPath, ['--input-type=module', '--eval', preparation], { cwd, stdio: 'inherit' });
  const { postgresUrl } = project.getProvidedContext();
  const database = await createDatabase(postgresUrl);
  const product = await startProduct({
    env: {
      DATABASE_URL: database.url,
      ...(database.eventStoreUrl !== undefined && { EVENT_STORE_URL: database.eventStoreUrl }),
      ADMIN_PASSWORD: SHARED_ADMIN_PASSWORD,
    },
  });
  project.provide('sharedProduct', {
    origin: product.origin,
    url: database.url,
    eventStoreUrl: database.eventStoreUrl,
  });
  return async () => {
    await product.stop();
    await database.drop();
  };
}
