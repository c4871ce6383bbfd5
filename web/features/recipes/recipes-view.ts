import { makeAutoObservable } from 'mobx';

/** The cards that are open, and the dishes marked as saved, by the React keys of their cards. */
export class RecipesView {
  readonly expanded = new Set<string>();
  readonly saved = new Set<string>();
  /** The card of a new recipe, until the page has been scrolled to it. */
  unseen: string | undefined = undefined;

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
    this.unseen = key;
  }

  /** Scrolls to the card once, if it is the one of the new recipe. */
  show(key: string, card: Element | null): void {
    if (this.unseen !== key || !card) return;
    this.unseen = undefined;
    card.scrollIntoView({ block: 'start', behavior: 'instant' });
  }

  toggle(key: string): void {
    if (this.expanded.has(key)) this.expanded.delete(key);
    else this.expand(key);
  }

  /** 'Salvar Prato': everything is saved anyway; this marks the dish as finished and makes its card compact. */
  save(key: string): void {
    this.expanded.delete(key);
    this.saved.add(key);
  }
}
