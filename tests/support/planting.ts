/** What stands otherwise in a file of the sources than it does: a fault that was there once, or a protection left out. */
export interface Plant {
  /** Below the root of the repository. */
  readonly file: string;
  /** Texts as they stand there, once each, and what stands in their place. */
  readonly texts: readonly (readonly [text: string, planted: string])[];
}

/** The file's text with what is planted in it. @throws RangeError a text does not stand there once: it would say nothing */
export const plantedIn = (source: string, { file, texts }: Plant): string =>
  texts.reduce((found, [text, planted]) => {
    if (found.split(text).length !== 2) throw new RangeError(`“${text}” does not stand once in ${file}`);
    return found.replace(text, () => planted);
  }, source);

/** A plugin of Vite, for those of these files that it reads. */
export const planting = (root: string, plants: readonly Plant[]) => ({
  name: 'planting',
  enforce: 'pre' as const,
  transform(source: string, id: string) {
    const read = plants.filter(({ file }) => id.split('?', 1)[0] === `${root}${file}`);
    return read.length > 0 ? { code: read.reduce(plantedIn, source), map: null } : undefined;
  },
});
