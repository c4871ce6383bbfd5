/** Milliseconds before each further try: a server that restarts is back by then, and so is most of a tunnel. */
const PAUSES_MS = [500, 2_000];

let tries = 0;
/** Addresses that gave nothing. */
const failed = new Set<string>();

/**
 * Code that is fetched when it is needed, asked for again when it did not arrive. Chromium remembers for the whole life
 * of a page that an address gave no module, and answers every later `import()` of it from that memory: so it is asked for
 * under another address, which is the same file.
 * @param load the import as it stands in the source
 * @param address of the file that it asks for
 * @throws what the last try failed with
 */
export async function importAgain(load: () => Promise<unknown>, address: string): Promise<unknown> {
  const ask = async (): Promise<unknown> => {
    if (!failed.has(address)) return load();
    tries += 1;
    const again = `${address}?again=${tries}`;
    return load().catch(() => import(/* @vite-ignore */ again)); // browsers without such a memory go on with the first
  };
  for (const pause of [...PAUSES_MS, undefined]) {
    try {
      return await ask();
    } catch (error) {
      failed.add(address);
      if (pause === undefined) throw error;
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return undefined;
}
