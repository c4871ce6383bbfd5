import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Encoding, EncodingChoice } from './encoding.ts';
import type { ChosenFile } from './read-file.ts';
import { sizeProblem } from './sheet.ts';

/** A person's choices for reading the files. */
export interface OpeningOptions {
  readonly encoding?: Encoding | undefined;
  readonly withHidden?: boolean | undefined;
}

export type OpenFailure =
  | { readonly ok: false; readonly sentence: string }
  /** The encoding is ambiguous and a person has to choose it. */
  | { readonly ok: false; readonly choices: readonly EncodingChoice[] };

interface ImportSteps {
  /** Discards the previous file. @param isNew false when the same files are read again */
  begin(isNew: boolean): void;
  /** Opens the files; `show` copies the result into the draft. */
  open(
    files: readonly ChosenFile[],
    options: OpeningOptions,
  ): Promise<OpenFailure | { readonly ok: true; readonly show: () => Promise<void> }>;
}

/** The files or pasted cells of an import, and the problem of the last attempt to read them. */
export class ImportSource {
  /** The name of the file, or the number of files. */
  name = '';
  /** The text of the paste field. */
  text = '';
  problem: string | undefined = undefined;
  /** The possible encodings, until a person chooses one. */
  encodings: readonly EncodingChoice[] = [];
  isReading = false;
  withHidden = false;
  readonly #steps: ImportSteps;
  #files: () => Promise<readonly ChosenFile[]> = () => Promise.resolve([]);
  #encoding: Encoding | undefined;
  #attempt = 0;

  constructor(steps: ImportSteps) {
    this.#steps = steps;
    makeAutoObservable(this, { encodings: observableRef }, { autoBind: true });
  }

  type(text: string): void {
    this.text = text;
    this.problem = undefined;
  }

  showProblem(sentence: string): void {
    this.problem = sentence;
  }

  show(withHidden: boolean): void {
    this.withHidden = withHidden;
  }

  /** Opens several files as one import. */
  async chooseFiles(files: readonly File[]): Promise<void> {
    const [first] = files;
    if (!first) return;
    const problem = sizeProblem(files);
    if (problem !== undefined) return this.showProblem(problem);
    await this.openNew(files.length === 1 ? first.name : `${files.length} arquivos`, () =>
      Promise.all(files.map(async (file) => ({ name: file.name, content: await file.arrayBuffer() }))),
    );
  }

  async readText(): Promise<void> {
    const { text } = this;
    await this.openNew('Células coladas', () => Promise.resolve([{ name: '', content: text }]));
  }

  async chooseEncoding(encoding: Encoding): Promise<void> {
    this.#encoding = encoding;
    await this.open(false);
  }

  async openWithHidden(withHidden: boolean): Promise<void> {
    this.withHidden = withHidden;
    await this.open(false);
  }

  /** Returns to choosing a file; a file that is still being read is dropped. */
  clear(): void {
    this.#attempt += 1;
    this.problem = undefined;
    this.encodings = [];
    this.isReading = false;
  }

  private async openNew(name: string, files: () => Promise<readonly ChosenFile[]>): Promise<void> {
    this.name = name;
    this.withHidden = false;
    this.#encoding = undefined;
    this.#files = files;
    await this.open(true);
  }

  private async open(isNew: boolean): Promise<void> {
    this.clear();
    this.#steps.begin(isNew);
    this.isReading = true;
    const attempt = this.#attempt;
    const options = { encoding: this.#encoding, withHidden: this.withHidden };
    const opening = await this.#files()
      .then((files) => this.#steps.open(files, options))
      .catch(() => ({ ok: false, sentence: 'Não deu para ler este arquivo. Escolha de novo.' }) as const);
    if (attempt !== this.#attempt) return;
    runInAction(() => {
      if ('choices' in opening) this.encodings = opening.choices;
      else if (!opening.ok) this.problem = opening.sentence;
    });
    if (opening.ok) await opening.show();
    if (attempt === this.#attempt) runInAction(() => (this.isReading = false));
  }
}
