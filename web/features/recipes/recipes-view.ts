import { makeAutoObservable } from 'mobx';

/** The cards that are open, and the dishes marked as saved, by the React keys of their cards. */
export class RecipesView {
  readonly expanded = new Set<string>();
  readonly saved = new Set<string>();
  /** The card of a new recipe, until the page has been scrolled to it. */
  newKey: string | undefined = undefined;

  constructor() {
    makeAutoObservable(this, {}, { autoBind: true });
  }

  expand(key: string): void {
    this.expanded.add(key);
    this.saved.delete(key);
  }

  /** Opens the card of a new recipe, and the page scrolls to it wherever it is in the list. */
  open(key: string): void {
    this.expand(key);
    this.newKey = key;
  }

  /** Scrolls to the card once, if it is the one of the new recipe. */
  scrollToNew(key: string, card: Element | null): void {
    if (this.newKey !== key || !card) return;
    this.newKey = undefined;
    card.scrollIntoView({ block: 'start', behavior: 'instant' });
  }

  toggle(key: string): void {
    if (this.expanded.has(key)) this.expanded.delete(key);
    else this.expand(key);
  }

  /** Marks a dish as finished and makes its card compact. All changes have been saved before. */
  save(key: string): void {
    this.expanded.delete(key);
    this.saved.add(key);
  }
}
