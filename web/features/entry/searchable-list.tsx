import { observer } from 'mobx-react-lite';
import { type ReactNode, useCallback, useState } from 'react';
import { EmptyNote } from '#web/ui/empty-note.tsx';
import { namedLike } from './equal-name.ts';
import { OrderChoice, useListOrder } from './list-order.tsx';
import { Search, SEARCH_FROM } from './search.tsx';

interface SearchableListProps<Row extends { readonly name: string }> {
  /** The list's name among those of the business, which keep their orders. */
  readonly list: string;
  /** What one row is called: 'prato'. */
  readonly noun: string;
  /** How many rows there are, also of those that a filter leaves out. */
  readonly total: number;
  readonly rows: readonly Row[];
  /** Draws the rows that are left, in their order. */
  readonly children: (shown: readonly Row[]) => ReactNode;
}

/** The order of a list and, once it is long, the search in it, above its rows. */
export const SearchableList = observer(function SearchableList<Row extends { readonly name: string }>(
  props: SearchableListProps<Row>,
) {
  const { list, noun, total, rows, children } = props;
  const [sought, setSought] = useState('');
  const order = useListOrder(list);
  const isSearchable = total > SEARCH_FROM;
  const all = order.of(rows);
  const shown = isSearchable ? namedLike(all, sought) : all;
  return (
    <>
      {total > 1 && <OrderChoice order={order} />}
      {isSearchable && <Search label={`Procurar ${noun}`} text={sought} found={shown.length} onChange={setSought} />}
      {shown.length === 0 && all.length > 0 && <EmptyNote text={`Nenhum ${noun} com “${sought.trim()}” no nome.`} />}
      {children(shown)}
    </>
  );
});

/** This many rows fill any screen; the others come as one scrolls towards them. */
const STEP = 120;

interface GradualProps<Row> {
  readonly rows: readonly Row[];
  readonly children: (part: readonly Row[]) => ReactNode;
}

/** The first rows of a list, and more of them each time its end comes near: so a list of thousands is there at once. */
export function Gradual<Row>({ rows, children }: GradualProps<Row>) {
  const [count, setCount] = useState(STEP);
  const end = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const intersections = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setCount((shown) => shown + STEP);
      },
      { rootMargin: '800px' },
    );
    intersections.observe(element);
    return () => intersections.disconnect();
  }, []);
  return (
    <>
      {children(rows.slice(0, count))}
      {/* The key makes a new element for each part, because an observer reports an element once. */}
      {rows.length > count && <div key={count} ref={end} />}
    </>
  );
}
