/** The data folder is not usable, and nothing in it has been changed. One line for the operator. */
export class DataDirProblem extends Error {
  override readonly name = 'DataDirProblem';
  constructor(dataDir: string, what: string, options?: ErrorOptions) {
    super(`DATA_DIR ${dataDir} ${what}`, options);
  }
}

const IS_A_FILE = 'is a file, or lies below one: name a folder, or one that can be made.';
const NOT_PERMITTED =
  'may not be used by this user: give it to the user that starts the product, or name another folder.';

const PROBLEM_BY_CODE: Readonly<Record<string, string>> = {
  EEXIST: IS_A_FILE,
  ENOTDIR: IS_A_FILE,
  EROFS: 'lies on a read-only file system: mount it for writing, or name another folder.',
  EACCES: NOT_PERMITTED,
  EPERM: NOT_PERMITTED,
};

/** Maps refusals of the operating system to words; other errors stay as they are. */
export function asDataDirProblem(error: unknown, dataDir: string): unknown {
  const { code = '', path } = error as NodeJS.ErrnoException;
  const problem = PROBLEM_BY_CODE[code];
  if (problem === undefined || path === undefined || !(path.startsWith(dataDir) || dataDir.startsWith(path)))
    return error;
  return new DataDirProblem(dataDir, `cannot be used: ${path} ${problem}`, { cause: error });
}
