import { makeAutoObservable } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useStores } from '#web/stores/root-store.tsx';
import { Pill, Pills } from '#web/ui/pill.tsx';
import { useCached } from './use-cached.ts';

const alphabet = new Intl.Collator('pt-BR', { numeric: true });

/** The order of a list: newest first, or by name on request. */
class ListOrder {
  isByName = false;

  constructor() {
    makeAutoObservable(this, {}, { autoBind: true });
  }

  sortByName(): void {
    this.isByName = true;
  }

  sortByAge(): void {
    this.isByName = false;
  }

  sortRows<Row extends { readonly name: string }>(rows: Iterable<Row>): readonly Row[] {
    if (!this.isByName) return newestFirst(rows);
    return [...rows].toSorted((a, b) => alphabet.compare(a.name, b.name));
  }
}

/** @param list the list's key among the lists of the business, which remember their orders */
export const useListOrder = (list: string): ListOrder =>
  useCached(useStores().business, `order of ${list}`, () => new ListOrder());

export const OrderChoice = observer(function OrderChoice({ order }: { readonly order: ListOrder }) {
  return (
    <Pills label="Ordem da lista">
      <Pill isOn={!order.isByName} onClick={() => order.sortByAge()}>
        Mais novos
      </Pill>
      <Pill isOn={order.isByName} onClick={() => order.sortByName()}>
        Por nome
      </Pill>
    </Pills>
  );
});

/** The newest row is at the top, where it was just added. */
export function newestFirst<Row>(rows: Iterable<Row>): readonly Row[] {
  return [...rows].toReversed();
}
