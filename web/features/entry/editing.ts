import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { IssuedCommand } from '#web/stores/business/pending-commands.ts';
import type { Failure, Outcome } from '#web/stores/business/outcome.ts';
import { notify } from '#web/ui/notify.ts';
import { offerUndo, withdrawUndo } from './announce-change.ts';
import { clashSentence, newsSentence } from './clash-sentences.ts';
import { Draft } from './draft.ts';
import type { EntryForm, Fields, Values } from './entry-form.ts';

interface EditingOptions<F extends Fields> {
  readonly fields: F;
  /** What is saved now, by field. */
  readonly held: () => Values<F>;
  /** Only what the person has changed. */
  readonly change: (values: Partial<Values<F>>) => IssuedCommand;
  /** The field that is changed most often has the focus. */
  readonly focus: keyof F;
}

/** Each of them is one more change that somebody else makes at the same moment. */
const MAX_REPEATS = 5;

/**
 * A thing that is looked at until somebody edits it. Saved by button or Enter, given up by Escape. Where the same field
 * has been changed elsewhere since the editor was opened, nothing is saved before it is said which of the two counts.
 */
export class Editing<F extends Fields> {
  /** Whether the person opened it: only then the focus goes there. */
  isOpenedByHand = false;
  private draft: Draft<F> | undefined = undefined;
  /** It was to be saved while somebody else's word stood against it. */
  private isHeldUp = false;
  readonly #options: EditingOptions<F>;

  constructor(options: EditingOptions<F>) {
    this.#options = options;
    makeAutoObservable<this, 'draft'>(this, { draft: observableRef }, { autoBind: true });
  }

  /** Open while there is one. */
  get form(): EntryForm<F> | undefined {
    return this.draft?.form;
  }

  get focusKey(): keyof F {
    return this.#options.focus;
  }

  /** What is saved and what was typed, while the person is asked which shall stay. */
  get question(): string | undefined {
    const clashes = this.draft?.clashes ?? [];
    return this.isHeldUp && clashes.length > 0 ? clashSentence(clashes) : undefined;
  }

  /** What has been saved from elsewhere since the editor was opened. */
  get news(): string | undefined {
    const news = this.draft?.news ?? [];
    return news.length > 0 && this.question === undefined ? newsSentence(news) : undefined;
  }

  open(): void {
    this.show(new Draft(this.#options));
    this.isOpenedByHand = true;
  }

  /** What was typed stays, for when its row is there again; the focus is then elsewhere. */
  leave(): void {
    this.isOpenedByHand = false;
  }

  cancel(): void {
    this.draft = undefined;
  }

  /** Closes at once, because the change is on screen at once; opens again with what was typed if it is not saved. */
  submit(): void {
    const { draft } = this;
    const values = draft?.form.read();
    if (!draft || !values) return;
    this.isHeldUp = draft.clashes.length > 0;
    if (this.isHeldUp) return;
    const issued = this.#options.change(draft.changesIn(values));
    if (issued.refused) {
      draft.form.fail(issued.refused);
      return;
    }
    this.draft = undefined;
    withdrawUndo();
    void this.follow(issued.outcome, draft);
  }

  /** What clashes stays as it is saved; whatever else was typed is saved. */
  keepSaved(): void {
    this.draft?.giveWay();
    this.submit();
  }

  /** What was typed is saved over what is there. */
  saveMine(): void {
    this.draft?.insist();
    this.submit();
  }

  private show(draft: Draft<F>): void {
    this.draft = draft;
    this.isHeldUp = false;
    this.isOpenedByHand = false;
  }

  private async follow(ending: Promise<Outcome>, draft: Draft<F>): Promise<void> {
    let outcome = await ending;
    for (let repeats = 0; isAboutOtherFields(outcome, draft) && repeats < MAX_REPEATS; repeats += 1) {
      const values = draft.form.read();
      if (values) outcome = await this.#options.change(draft.changesIn(values)).outcome;
    }
    if (outcome.kind === 'saved') {
      if (outcome.undo) offerUndo(outcome, { text: 'Salvo' });
      return;
    }
    const { failure } = outcome;
    runInAction(() => this.bringBack(draft, failure));
  }

  private bringBack(draft: Draft<F>, failure: Failure): void {
    const { clashes } = draft;
    const sentence = clashes.length > 0 ? clashSentence(clashes) : failure.sentence;
    notify({ text: `Não foi salvo: ${sentence}`, tone: 'problem' });
    if (this.draft) return; // something newer is being typed
    this.show(draft);
    if (clashes.length > 0) this.isHeldUp = true;
    else draft.form.fail(failure);
  }
}

/** It has been changed meanwhile, but nobody's word stands against what was typed. */
const isAboutOtherFields = <F extends Fields>(outcome: Outcome, draft: Draft<F>): boolean =>
  outcome.kind === 'failed' && outcome.failure.isOutdated === true && draft.clashes.length === 0;
