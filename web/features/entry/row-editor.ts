import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { IssuedCommand } from '#web/stores/business/pending-commands.ts';
import type { Failure, SaveOutcome } from '#web/stores/business/outcome.ts';
import { notify } from '#web/ui/notify.tsx';
import { offerUndo, dismissUndo } from './announce-change.ts';
import { conflictSentence, changesElsewhereSentence } from './conflict-sentences.ts';
import { FormDraft } from './form-draft.ts';
import type { EntryForm, Fields, Values } from './entry-form.ts';

interface RowEditorOptions<F extends Fields> {
  readonly fields: F;
  /** The saved values by field. */
  readonly savedValues: () => Values<F>;
  /** Sends the fields that the person has changed. */
  readonly change: (values: Partial<Values<F>>) => IssuedCommand;
  /** The field that gets the focus: the one that is changed most often. */
  readonly focus: keyof F;
}

/** A change is sent again after a concurrent one, at most this many times. */
const MAX_REPEATS = 5;

/**
 * An item that is displayed until somebody edits it. A button or Enter saves, Escape cancels. If the same field has
 * been changed elsewhere since the editor was opened, the person decides before anything is saved.
 */
export class RowEditor<F extends Fields> {
  /** Tells whether the person opened the editor: only then it takes the focus. */
  isOpenedByHand = false;
  private draft: FormDraft<F> | undefined = undefined;
  /** Tells whether the person has to decide about a conflicting value before anything is saved. */
  private isAwaitingDecision = false;
  readonly #options: RowEditorOptions<F>;

  constructor(options: RowEditorOptions<F>) {
    this.#options = options;
    makeAutoObservable<this, 'draft'>(this, { draft: observableRef }, { autoBind: true });
  }

  /** The form; undefined while the editor is closed. */
  get form(): EntryForm<F> | undefined {
    return this.draft?.form;
  }

  get focusKey(): keyof F {
    return this.#options.focus;
  }

  /** The question which value shall stay, while saving waits for the answer. */
  get question(): string | undefined {
    const conflicts = this.draft?.conflicts ?? [];
    return this.isAwaitingDecision && conflicts.length > 0 ? conflictSentence(conflicts) : undefined;
  }

  /** A sentence about changes from elsewhere since the editor was opened. */
  get changesElsewhereText(): string | undefined {
    const changes = this.draft?.changesElsewhere ?? [];
    return changes.length > 0 && this.question === undefined ? changesElsewhereSentence(changes) : undefined;
  }

  open(): void {
    this.show(new FormDraft(this.#options));
    this.isOpenedByHand = true;
  }

  /** Keeps the typed texts for when the row is rendered again, without taking the focus then. */
  keepText(): void {
    this.isOpenedByHand = false;
  }

  cancel(): void {
    this.draft = undefined;
  }

  /** Closes at once, because the change is on screen at once; opens again with the typed texts if it is not saved. */
  submit(): void {
    const { draft } = this;
    const values = draft?.form.read();
    if (!draft || !values) return;
    this.isAwaitingDecision = draft.conflicts.length > 0;
    if (this.isAwaitingDecision) return;
    const issued = this.#options.change(draft.changesIn(values));
    if (issued.refused) {
      draft.form.showFailure(issued.refused);
      return;
    }
    this.draft = undefined;
    dismissUndo();
    void this.follow(issued.outcome, draft);
  }

  /** Keeps the saved values of the conflicting fields and saves the other typed ones. */
  keepSaved(): void {
    this.draft?.adoptSaved();
    this.submit();
  }

  /** Saves the typed values over the saved ones. */
  overwrite(): void {
    this.draft?.keepInput();
    this.submit();
  }

  private show(draft: FormDraft<F>): void {
    this.draft = draft;
    this.isAwaitingDecision = false;
    this.isOpenedByHand = false;
  }

  private async follow(pendingOutcome: Promise<SaveOutcome>, draft: FormDraft<F>): Promise<void> {
    let outcome = await pendingOutcome;
    for (let repeats = 0; isChangeInOtherFields(outcome, draft) && repeats < MAX_REPEATS; repeats += 1) {
      const values = draft.form.read();
      if (values) outcome = await this.#options.change(draft.changesIn(values)).outcome;
    }
    if (outcome.kind === 'saved') {
      if (outcome.undo) offerUndo(outcome, { text: 'Salvo' });
      return;
    }
    const { failure } = outcome;
    runInAction(() => this.reopen(draft, failure));
  }

  private reopen(draft: FormDraft<F>, failure: Failure): void {
    const { conflicts } = draft;
    const sentence = conflicts.length > 0 ? conflictSentence(conflicts) : failure.sentence;
    notify({ text: `Não foi salvo: ${sentence}`, tone: 'problem' });
    if (this.draft) return; // The person is already editing again.
    this.show(draft);
    if (conflicts.length > 0) this.isAwaitingDecision = true;
    else draft.form.showFailure(failure);
  }
}

/** The item has been changed meanwhile, but in none of the typed fields. */
const isChangeInOtherFields = <F extends Fields>(outcome: SaveOutcome, draft: FormDraft<F>): boolean =>
  outcome.kind === 'failed' && outcome.failure.isOutdated === true && draft.conflicts.length === 0;
