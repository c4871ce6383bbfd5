import { makeAutoObservable } from 'mobx';

/** Which cards are open, and which dishes were marked as saved. By React key, so that a new dish stays what it is. */
export class RecipesView {
  readonly expanded = new Set<string>();
  readonly saved = new Set<string>();

  constructor() {
    makeAutoObservable(this, {}, { autoBind: true });
  }

  expand(key: string): void {
    this.expanded.add(key);
    this.saved.delete(key);
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
