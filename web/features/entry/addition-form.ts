import { makeAutoObservable, observableShallow, runInAction } from 'mobx';
import type { IssuedCommand } from '#web/stores/business/pending-commands.ts';
import type { Failure, SaveOutcome } from '#web/stores/business/outcome.ts';
import { notify } from '#web/ui/notify.tsx';
import { offerUndo, dismissUndo } from './announce-change.ts';
import { EntryForm, type Fields, type Texts, type Values } from './entry-form.ts';

interface AdditionFormOptions<F extends Fields> {
  readonly fields: F;
  readonly add: (values: Values<F>) => IssuedCommand;
  /** The failure of texts that are complete field by field but cannot be added yet. */
  readonly findIncompleteness?: ((texts: Texts<F>) => Failure | undefined) | undefined;
  /** The text of the toast after an addition: 'Prato criado: Pizza.' */
  readonly toastText: (values: Values<F>) => string;
  /** The name of the typed item; the text of the first field when left out. */
  readonly nameOf?: (texts: Texts<F>) => string;
}

/** An addition that failed while the next one was already being typed. */
export interface FailedAddition<F extends Fields> {
  readonly texts: Texts<F>;
  readonly failure: Failure;
}

/** A form that adds one item after another: Enter adds, empties the fields and focuses the first one. */
export class AdditionForm<F extends Fields> {
  readonly form: EntryForm<F>;
  failedAdditions: FailedAddition<F>[] = [];
  readonly #options: AdditionFormOptions<F>;

  constructor(options: AdditionFormOptions<F>) {
    this.#options = options;
    this.form = new EntryForm(options.fields);
    makeAutoObservable(this, { form: false, failedAdditions: observableShallow }, { autoBind: true });
  }

  submit(): void {
    const values = this.form.read();
    if (!values) return;
    const { texts } = this.form;
    const incompleteness = this.#options.findIncompleteness?.(texts);
    if (incompleteness) {
      this.form.showFailure(incompleteness);
      return;
    }
    const issued = this.#options.add(values);
    if (issued.refused) {
      this.form.showFailure(issued.refused);
      return;
    }
    this.form.clear();
    this.form.focusFirst();
    dismissUndo();
    void this.reportOutcome(issued.outcome, texts, this.#options.toastText(values));
  }

  nameOf(texts: Texts<F>): string {
    return this.#options.nameOf?.(texts) ?? Object.values(texts)[0] ?? '';
  }

  /** Puts an addition that failed back into the form; the text that is being typed there is set aside in exchange. */
  restore(failedAddition: FailedAddition<F>): void {
    const texts = this.form.texts;
    const isTyping = !this.form.isBlank;
    this.discard(failedAddition);
    this.form.fill(failedAddition.texts);
    this.form.showFailure(failedAddition.failure);
    if (isTyping) this.failedAdditions.push({ texts, failure: { sentence: 'Ainda não está na lista.', fields: {} } });
    this.form.focusFirst();
  }

  discard(failedAddition: FailedAddition<F>): void {
    this.failedAdditions = this.failedAdditions.filter((addition) => addition !== failedAddition);
  }

  private async reportOutcome(outcome: Promise<SaveOutcome>, texts: Texts<F>, toastText: string): Promise<void> {
    const result = await outcome;
    if (result.kind === 'failed') runInAction(() => this.handleFailedAddition(texts, result.failure));
    else offerUndo(result, { text: toastText });
  }

  private handleFailedAddition(texts: Texts<F>, failure: Failure): void {
    notify({ text: `Não deu para adicionar “${this.nameOf(texts)}”: ${failure.sentence}`, tone: 'problem' });
    if (!this.form.isBlank) {
      this.failedAdditions.push({ texts, failure });
      return;
    }
    this.form.fill(texts);
    this.form.showFailure(failure);
  }
}
