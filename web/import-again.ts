/** Milliseconds before each further attempt: most restarts of a server and most tunnels are over by then. */
const PAUSES_MS = [500, 2_000];

let tries = 0;
/** Addresses that failed to load. */
const failed = new Set<string>();

/**
 * Loads a module again after a failure. Chromium remembers failed addresses for the life of a page and answers every
 * later `import()` from that memory, so the same file is requested under another address.
 * @param load the import in the source
 * @param address the address of its file
 * @throws the error of the last attempt
 */
export async function importAgain(load: () => Promise<unknown>, address: string): Promise<unknown> {
  const attempt = async (): Promise<unknown> => {
    if (!failed.has(address)) return load();
    tries += 1;
    const retryAddress = `${address}?again=${tries}`;
    return load().catch(() => import(/* @vite-ignore */ retryAddress)); // Browsers without such a memory repeat the first address.
  };
  for (const pause of [...PAUSES_MS, undefined]) {
    try {
      return await attempt();
    } catch (error) {
      failed.add(address);
      if (pause === undefined) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return undefined;
}
