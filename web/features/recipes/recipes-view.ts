import { makeAutoObservable } from 'mobx';

/** Which cards are open, and which dishes were marked as saved. By React key, so that a new dish stays what it is. */
export class RecipesView {
  readonly expanded = new Set<string>();
  readonly saved = new Set<string>();
  /** The card of what was just made, which is to be seen; until it has been. */
  made: string | undefined = undefined;

  constructor() {
    makeAutoObservable(this, {}, { autoBind: true });
  }

  expand(key: string): void {
    this.expanded.add(key);
    this.saved.delete(key);
  }

  /** Of something new: wherever it is in the list, the page goes there. */
  open(key: string): void {
    this.expand(key);
    this.made = key;
  }

  /** Brings the card of that key into view, once, where it is the new one. */
  show(key: string, card: Element | null): void {
    if (this.made !== key || !card) return;
    this.made = undefined;
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
