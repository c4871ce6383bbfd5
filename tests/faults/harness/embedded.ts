import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataFolder } from '#postgres/data-folder.ts';
import { DATABASE_USER } from '#postgres/initialise.ts';
import { runningPostmaster } from '#postgres/pid-file.ts';
import { stopPostmaster } from '#postgres/postmaster.ts';

/** A data folder in which the server runs its own PostgreSQL, as seen from outside. */
export interface EmbeddedPostgres {
  readonly dataDir: string;
  /** The folder of its cluster, once the server has run. */
  cluster(): string;
  /** The address of its database, once the server runs. */
  url(): string;
  /** The process id of its postmaster; undefined if none runs. */
  postmaster(): number | undefined;
  /** The whole log of PostgreSQL. */
  output(): string;
  remove(): Promise<void>;
}

/** PostgreSQL started by root runs as another user, who must be able to enter the folder. */
export function freshFolder(): string {
  const base = mkdtempSync(join(tmpdir(), 'prumo-faults-'));
  chmodSync(base, 0o755);
  return base;
}

interface EmbeddedOptions {
  /** The folder in which the data folder is created; both are deleted at the end. */
  readonly base?: string;
  /** Is called after its PostgreSQL has ended and before the folder is deleted. */
  readonly onEnd?: () => void;
}

export function createEmbedded({
  base = freshFolder(),
  onEnd = () => undefined,
}: EmbeddedOptions = {}): EmbeddedPostgres {
  const dataDir = join(base, 'data');
  const folder = (): ReturnType<typeof openDataFolder> => openDataFolder(dataDir);
  return {
    dataDir,
    cluster: () => folder().clusterFolder,
    url() {
      const { clusterFolder: cluster, password } = folder();
      const port = runningPostmaster(cluster)?.port;
      return `postgres://${DATABASE_USER}:${password}@127.0.0.1:${port}/prumo?sslmode=disable`;
    },
    postmaster: () => (existsSync(dataDir) ? runningPostmaster(folder().clusterFolder)?.pid : undefined),
    output() {
      const file = join(dataDir, 'postgres.log');
      return existsSync(file) ? readFileSync(file, 'utf8') : '';
    },
    async remove() {
      const { clusterFolder: cluster } = folder();
      await stopPostmaster(cluster);
      rmSync(cluster, { recursive: true, force: true });
      onEnd();
      rmSync(base, { recursive: true, force: true });
    },
  };
}
