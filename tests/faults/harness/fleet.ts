import { freshDatabase } from '#tests/support/database.ts';
import { launchProduct, type RunningProduct, startProduct } from '#tests/support/product.ts';
import { ownPort } from '#tests/support/port.ts';
import { type Owner, signInOwners } from './owner.ts';
import type { ServerBuild } from './server-build.ts';

/** The programs from which a part can be started. */
type Programs = Pick<ServerBuild, 'api' | 'projector' | 'reactor'>;
type Part = keyof Programs;

/** Two API processes, a projector and a reactor over one database; each can be replaced by another program. */
export interface Fleet {
  readonly origins: readonly [string, string];
  readonly owners: readonly Owner[];
  readonly url: string;
  /**
   * Replaces a part by one of another program. A newer projector or reactor stands by before the older one is stopped;
   * an API process is stopped first, because the newer one has its address.
   * @param at the index of an API process
   */
  replace(part: Part, programs: Programs, at?: number): Promise<void>;
  /** Returns the output of the process that runs now. */
  output(part: Part): string;
  close(): Promise<void>;
}

export async function startFleet(programs: Programs): Promise<Fleet> {
  const database = await freshDatabase();
  const { eventStoreUrl } = database;
  const env = { DATABASE_URL: database.url, ...(eventStoreUrl !== undefined && { EVENT_STORE_URL: eventStoreUrl }) };
  const first = await startProduct({ env, program: programs.api });
  const site = { ...env, PUBLIC_ORIGIN: first.origin };
  const [second, projector, reactor] = await Promise.all([
    startProduct({ env, program: programs.api }),
    startProduct({ env: site, program: programs.projector }),
    startProduct({ env: site, program: programs.reactor }),
  ]);
  const running: Record<Part, RunningProduct[]> = { api: [first, second], projector: [projector], reactor: [reactor] };
  const one = (part: Part, at: number): RunningProduct => {
    const found = running[part][at];
    if (!found) throw new RangeError(`there is no ${part} ${at}`);
    return found;
  };
  return {
    origins: [first.origin, second.origin],
    owners: await signInOwners(first.origin),
    url: database.url,
    async replace(part, by, at = 0) {
      const before = one(part, at);
      const isAtSameAddress = part === 'api';
      if (isAtSameAddress) await before.stop();
      const place = isAtSameAddress ? before.env : { ...before.env, PORT: String(await ownPort()) };
      const product = await launchProduct({ env: place, program: by[part] });
      running[part][at] = product;
      await product.ready();
      if (!isAtSameAddress) await before.stop();
    },
    output: (part) => one(part, 0).output(),
    async close() {
      await Promise.all(Object.values(running).flatMap((products) => products.map((product) => product.stop())));
      await database.drop();
    },
  };
}
