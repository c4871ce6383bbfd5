/** A test as it ran: the titles of what it stands in, then its own. */
export interface RanTest {
  /** From the root of the repository. */
  readonly file: string;
  readonly path: readonly string[];
  readonly status: string;
}

const STEP = ' › ';

/** `http/who-may › %s: 403` → the file without its ending, and the titles. */
export function partsOf(name: string): { readonly file: string; readonly titles: readonly string[] } {
  const [file = '', ...titles] = name.split(STEP);
  return { file: `tests/${file}.test.ts`, titles };
}

/** What stands for a value in a title: `%s`, `$name`, `${NAME}`. */
const VALUE = /%[sdifjop]|\$\{\w+\}|\$\w+/;

/** A title as it stands in the source, as a pattern of those that come of it. */
const patternOf = (title: string): RegExp =>
  new RegExp(
    `^${title
      .split(VALUE)
      .map((text) => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
      .join('.*')}$`,
    's',
  );

const isFile = (file: string, wanted: string): boolean => file === wanted || file === `${wanted}x`;

/** Tests that a name leads to: those in its file whose path ends with its titles. */
export function testsNamed(name: string, all: readonly RanTest[]): readonly RanTest[] {
  const { file, titles } = partsOf(name);
  const patterns = titles.map(patternOf);
  return all.filter(({ file: of, path }) => {
    const end = path.slice(-patterns.length);
    return isFile(of, file) && end.length === patterns.length && end.every((title, i) => patterns[i]?.test(title));
  });
}
