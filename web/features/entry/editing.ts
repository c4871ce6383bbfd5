import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Issued } from '#web/stores/business/ledger.ts';
import { notify } from '#web/ui/notify.ts';
import { EntryForm, type Fields, type Texts, type Values } from './entry-form.ts';

interface EditingOptions<F extends Fields> {
  readonly fields: F;
  /** What stands in the fields when the editor opens. */
  readonly texts: () => Texts<F>;
  readonly change: (values: Values<F>) => Issued;
  /** The field that is changed most often has the focus. */
  readonly focus: keyof F;
}

/** A thing that is looked at until somebody edits it. Saved by button or Enter, given up by Escape. */
export class Editing<F extends Fields> {
  /** Open while there is one. */
  form: EntryForm<F> | undefined = undefined;
  onScreen = false;
  readonly #options: EditingOptions<F>;

  constructor(options: EditingOptions<F>) {
    this.#options = options;
    makeAutoObservable(this, { form: observableRef, onScreen: false }, { autoBind: true });
  }

  get focusKey(): keyof F {
    return this.#options.focus;
  }

  /** For an effect: while on screen, what fails opens again. Returns its end. */
  show(): () => void {
    this.onScreen = true;
    return () => {
      this.onScreen = false;
    };
  }

  open(): void {
    this.form = new EntryForm(this.#options.fields, this.#options.texts());
  }

  cancel(): void {
    this.form = undefined;
  }

  /** Closes at once, because the change is on screen at once; opens again with what was typed if it is not saved. */
  submit(): void {
    const { form } = this;
    const values = form?.read();
    if (!form || !values) return;
    const issued = this.#options.change(values);
    if (issued.refused) {
      form.fail(issued.refused);
      return;
    }
    this.form = undefined;
    void issued.outcome.then((outcome) => {
      if (outcome.kind !== 'failed') return;
      if (!this.onScreen) notify({ text: `Não foi salvo: ${outcome.failure.sentence}`, tone: 'problem' });
      runInAction(() => {
        this.form ??= form;
        this.form.fail(outcome.failure);
      });
    });
  }
}
