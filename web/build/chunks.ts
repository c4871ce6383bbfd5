import type { Rolldown } from 'vite';

type Chunk = Rolldown.OutputChunk;

/** The files of a build, found by the modules in them. */
export interface Chunks {
  /**
   * The chunk that contains one of our modules. @param path the end of its path:
   * '/features/dashboard/demo-dashboard.tsx'
   */
  find(path: string): Chunk;
  /** The chunk of the page's first script. */
  entry(): Chunk;
  /** The files that must be loaded before the chunk runs: itself, its imports and their styles. */
  requiredFiles(chunk: Chunk): readonly string[];
  byName(file: string): Chunk | undefined;
}

/** @throws Error when a requested module is in none of the chunks */
export function chunksOf(bundle: Rolldown.OutputBundle): Chunks {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const chunksByName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  function requireChunk(chunk: Chunk | undefined, what: string): Chunk {
    if (chunk === undefined) throw new Error(`there is no chunk of ${what}`);
    return chunk;
  }
  return {
    find: (path) =>
      requireChunk(
        chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(path))),
        path,
      ),
    entry: () =>
      requireChunk(
        chunks.find(({ isEntry }) => isEntry),
        'the entry',
      ),
    requiredFiles(first) {
      const files = new Set<string>();
      function add(chunk: Chunk | undefined): void {
        if (!chunk || files.has(chunk.fileName)) return;
        files.add(chunk.fileName);
        for (const sheet of chunk.viteMetadata?.importedCss ?? []) files.add(sheet);
        for (const file of chunk.imports) add(chunksByName.get(file));
      }
      add(first);
      return [...files];
    },
    byName: (file) => chunksByName.get(file),
  };
}
