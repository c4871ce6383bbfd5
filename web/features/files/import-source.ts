import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Encoding, EncodingChoice } from './encoding.ts';
import type { ChosenFile } from './read-file.ts';
import { sizeProblem } from './sheet.ts';

/** How a person wants the files to be read. */
export interface OpeningOptions {
  readonly encoding?: Encoding | undefined;
  readonly withHidden?: boolean | undefined;
}

export type OpenFailure =
  | { readonly ok: false; readonly sentence: string }
  /** A person has to choose the encoding first. */
  | { readonly ok: false; readonly choices: readonly EncodingChoice[] };

interface ImportSteps {
  /** Forgets what was read before. @param isNew whether these are other files, and not the same ones read once more */
  begin(isNew: boolean): void;
  /** `show` takes what was opened into the draft. */
  open(
    files: readonly ChosenFile[],
    options: OpeningOptions,
  ): Promise<OpenFailure | { readonly ok: true; readonly show: () => Promise<void> }>;
}

/** The files or pasted cells that an import reads, and the problem that its owner has to know. */
export class ImportSource {
  /** Name of the file, or how many files there are. */
  name = '';
  /** Cells in the field for pasting. */
  text = '';
  problem: string | undefined = undefined;
  /** The encodings that the file may be in, until a person chooses one. */
  encodings: readonly EncodingChoice[] = [];
  isReading = false;
  withHidden = false;
  readonly #steps: ImportSteps;
  #files: () => Promise<readonly ChosenFile[]> = () => Promise.resolve([]);
  #encoding: Encoding | undefined;
  #turn = 0;

  constructor(steps: ImportSteps) {
    this.#steps = steps;
    makeAutoObservable(this, { encodings: observableRef }, { autoBind: true });
  }

  type(text: string): void {
    this.text = text;
    this.problem = undefined;
  }

  complain(sentence: string): void {
    this.problem = sentence;
  }

  show(withHidden: boolean): void {
    this.withHidden = withHidden;
  }

  /** Several files at once are one import. */
  async chooseFiles(files: readonly File[]): Promise<void> {
    const [first] = files;
    if (!first) return;
    const problem = sizeProblem(files);
    if (problem !== undefined) return this.complain(problem);
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

  /** Back to choosing a file; a file that is still being opened is not shown. */
  clear(): void {
    this.#turn += 1;
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
    const turn = this.#turn;
    const options = { encoding: this.#encoding, withHidden: this.withHidden };
    const opening = await this.#files()
      .then((files) => this.#steps.open(files, options))
      .catch(() => ({ ok: false, sentence: 'Não deu para ler este arquivo. Escolha de novo.' }) as const);
    if (turn !== this.#turn) return;
    runInAction(() => {
      if ('choices' in opening) this.encodings = opening.choices;
      else if (!opening.ok) this.problem = opening.sentence;
    });
    if (opening.ok) await opening.show();
    if (turn === this.#turn) runInAction(() => (this.isReading = false));
  }
}
