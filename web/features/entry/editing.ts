import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Issued } from '#web/stores/business/ledger.ts';
import type { Outcome } from '#web/stores/business/outcome.ts';
import { notify } from '#web/ui/notify.ts';
import { offerUndo } from './announce-change.ts';
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
  /** Whether the person opened it: only then the focus goes there. */
  isOpenedByHand = false;
  readonly #options: EditingOptions<F>;

  constructor(options: EditingOptions<F>) {
    this.#options = options;
    makeAutoObservable(this, { form: observableRef }, { autoBind: true });
  }

  get focusKey(): keyof F {
    return this.#options.focus;
  }

  open(): void {
    this.isOpenedByHand = true;
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
    void this.follow(issued.outcome, form);
  }

  private async follow(ending: Promise<Outcome>, form: EntryForm<F>): Promise<void> {
    const outcome = await ending;
    if (outcome.kind === 'saved') {
      if (outcome.undo) offerUndo(outcome, { text: 'Salvo' });
      return;
    }
    const { failure } = outcome;
    notify({ text: `Não foi salvo: ${failure.sentence}`, tone: 'problem' });
    if (this.form) return; // something newer is being typed
    runInAction(() => {
      form.fail(failure);
      this.isOpenedByHand = false;
      this.form = form;
    });
  }
}
