import { makeAutoObservable, runInAction } from 'mobx';
import { formatCount } from '#domain/format.ts';
import { applyChangeSet } from '../entry/change-set.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { unitDoubtIn } from '../fields/line-fields.ts';
import { recipeIn, type RecipeOwner } from '../fields/recipe-owner.ts';
import { type LineEdit, methodOf, planRecipe, type RecipePlan } from './plan-recipe.ts';
import { isIngredientLine, methodIn, type RecipePart, readRecipeText } from './read-recipe-text.ts';

/** The limit of characters: the longest valid recipe with its method is shorter. */
const MAX_TEXT = 20_000;
const TOO_LONG = `O texto é longo demais para uma receita: cabem ${formatCount(MAX_TEXT)} letras. Cole uma receita de cada vez.`;

/** An import of a recipe into a dish or a preparation: pasted, reviewed, sent. It outlives its screen. */
export class PastedRecipe {
  isOpen = false;
  text = '';
  problem: string | undefined = undefined;
  isPreview = false;
  isSending = false;
  /** Tells whether sending was tried while something was missing, so that all problems are shown. */
  showsProblems = false;
  /** The edited method; undefined for the one in the text. */
  private editedMethod: string | undefined = undefined;
  /**
   * Edits, keyed by the text of a line and how often it stood above, so that they survive edits of the text elsewhere.
   */
  private edits: Readonly<Record<string, LineEdit>> = {};
  private answers: Readonly<Record<string, string>> = {};
  readonly #business: BusinessStore;
  readonly #owner: () => RecipeOwner;

  constructor(business: BusinessStore, owner: () => RecipeOwner) {
    this.#business = business;
    this.#owner = owner;
    makeAutoObservable(this, {}, { autoBind: true });
  }

  get parts(): readonly RecipePart[] {
    return readRecipeText(this.text);
  }

  get method(): string {
    return this.editedMethod ?? methodIn(this.parts);
  }

  get plan(): RecipePlan {
    const lines = this.parts.filter(isIngredientLine);
    const owner = this.#owner();
    const { state } = this.#business;
    return planRecipe({
      state,
      owner: { ...owner, ...recipeIn(state, owner) },
      lines,
      edits: this.keys.map((key) => this.edits[key] ?? {}),
      answers: this.answers,
      method: this.method,
      doubt: (component) =>
        unitDoubtIn(this.#business, {
          owner,
          ingredientId: component.id,
          component: 'lines' in component || state.ingredients.has(component.id) ? undefined : component,
        }),
    });
  }

  /** Tells whether the pasted method is added to an existing one. */
  get isMethodAdded(): boolean {
    return methodOf({ state: this.#business.state, owner: this.#owner() }) !== '';
  }

  get addedLineCount(): number {
    return this.plan.lines.filter(({ isAdded }) => isAdded).length;
  }

  /** The number of lines with a problem. */
  get problemLineCount(): number {
    return this.plan.lines.filter(({ errors }) => Object.keys(errors).length > 0).length;
  }

  answerTo(key: string): string {
    return this.answers[key] ?? '';
  }

  open(): void {
    this.isOpen = true;
  }

  close(): void {
    this.isOpen = false;
  }

  type(text: string): void {
    this.text = text;
    this.problem = undefined;
    this.editedMethod = undefined;
  }

  typeMethod(text: string): void {
    this.editedMethod = text;
  }

  edit(index: number, edit: LineEdit): void {
    const key = this.keys[index] ?? '';
    this.edits = { ...this.edits, [key]: { ...this.edits[key], ...edit } };
    this.problem = undefined;
  }

  answer(key: string, text: string): void {
    this.answers = { ...this.answers, [key]: text };
    this.problem = undefined;
  }

  read(): void {
    this.showsProblems = false;
    if (this.text.length > MAX_TEXT) {
      this.problem = TOO_LONG;
      return;
    }
    this.isPreview = this.parts.some(({ kind }) => kind !== 'title');
    this.problem = this.isPreview ? undefined : 'Não há linhas de receita. Cole o texto com um ingrediente por linha.';
  }

  backToText(): void {
    this.isPreview = false;
    this.problem = undefined;
  }

  /** Sends everything as one change. Resolves to whether it succeeded; otherwise everything stays with its problems. */
  async submit(): Promise<boolean> {
    if (this.isSending) return false;
    this.showsProblems = true;
    const { commands, problem, methodError } = this.plan;
    if (this.problemLineCount > 0 || methodError !== undefined || commands.length === 0) return false;
    this.problem = problem;
    if (problem !== undefined) return false;
    this.isSending = true;
    const lines = this.addedLineCount;
    const text =
      lines === 0
        ? 'Modo de preparo guardado.'
        : `${formatCount(lines)} ${lines === 1 ? 'linha colocada' : 'linhas colocadas'} na ficha.`;
    const outcome = await applyChangeSet(this.#business, { commands: () => this.plan.commands, text });
    runInAction(() => {
      this.isSending = false;
      if (outcome.kind === 'failed') this.problem = `Nada foi colocado. ${outcome.failure.sentence}`;
      else this.reset();
    });
    return outcome.kind === 'saved';
  }

  private get keys(): readonly string[] {
    const repeatsByLine = new Map<string, number>();
    return this.parts.filter(isIngredientLine).map(({ wholeLine }) => {
      const repeats = repeatsByLine.get(wholeLine) ?? 0;
      repeatsByLine.set(wholeLine, repeats + 1);
      return `${wholeLine}\n${repeats}`;
    });
  }

  private reset(): void {
    this.isOpen = false;
    this.isPreview = false;
    this.showsProblems = false;
    this.text = '';
    this.editedMethod = undefined;
    this.edits = {};
    this.answers = {};
  }
}
