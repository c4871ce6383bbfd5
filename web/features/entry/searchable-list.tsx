import { observer } from 'mobx-react-lite';
import { type ReactNode, useCallback, useState, useEffect } from 'react';
import { EmptyNote } from '#web/ui/note.tsx';
import { filterByName } from './equal-name.ts';
import { OrderChoice, useListOrder } from './list-order.tsx';
import { formatCount } from '#domain/format.ts';
import { TextField } from '#web/ui/text-field.tsx';

/** Lists up to this length are overseen at a glance and have no search. */
export const SEARCH_FROM = 8;

interface SearchProps {
  readonly label: string;
  readonly text: string;
  readonly matchCount: number;
  readonly onChange: (text: string) => void;
}

export function Search({ label, text, matchCount, onChange }: SearchProps) {
  return (
    <div role="search">
      <TextField label={label} placeholder="Digite parte do nome" value={text} onChange={onChange} />
      <p className="visually-hidden" role="status">
        {text.trim() === '' ? '' : `${formatCount(matchCount)} ${matchCount === 1 ? 'encontrado' : 'encontrados'}`}
      </p>
    </div>
  );
}

interface SearchableListProps<Row extends { readonly name: string }> {
  /** The list's key among the lists of the business, which remember their orders. */
  readonly list: string;
  /** The name of one row: 'prato'. */
  readonly noun: string;
  /** The number of all rows, including filtered ones. */
  readonly total: number;
  readonly rows: readonly Row[];
  /** Renders the remaining rows in their order. */
  readonly children: (visibleRows: readonly Row[]) => ReactNode;
}

/** A list with its order and, if it is long, a search above its rows. */
export const SearchableList = observer(function SearchableList<Row extends { readonly name: string }>(
  props: SearchableListProps<Row>,
) {
  const { list, noun, total, rows, children } = props;
  const [search, setSearch] = useState('');
  const order = useListOrder(list);
  const isSearchable = total > SEARCH_FROM;
  const all = order.sortRows(rows);
  const visibleRows = isSearchable ? filterByName(all, search) : all;
  return (
    <>
      {total > 1 && <OrderChoice order={order} />}
      {isSearchable && (
        <Search label={`Procurar ${noun}`} text={search} matchCount={visibleRows.length} onChange={setSearch} />
      )}
      {visibleRows.length === 0 && all.length > 0 && (
        <EmptyNote text={`Nenhum ${noun} com “${search.trim()}” no nome.`} />
      )}
      {children(visibleRows)}
    </>
  );
});

/** The number of rows that fill any screen; more are rendered on scrolling. */
const PAGE_SIZE = 120;

interface GradualProps<Row> {
  readonly rows: readonly Row[];
  readonly children: (part: readonly Row[]) => ReactNode;
}

/** The first rows of a list, with more added as its end scrolls near, so that a list of thousands appears at once. */
export function GradualList<Row>({ rows, children }: GradualProps<Row>) {
  const [count, setCount] = useState(PAGE_SIZE);
  const end = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const intersections = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) setCount((previous) => previous + PAGE_SIZE);
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

/**
 * The first rows of a list and, in later tasks, more of them until all are there, so that input in between is handled.
 * @param step the number of rows that a cheap phone renders in less than 100 ms
 */
export function useGradualRows<Row>(rows: readonly Row[], step: number): readonly Row[] {
  const [count, setCount] = useState(step);
  const isMore = count < rows.length;
  useEffect(() => {
    if (!isMore) return undefined;
    const timer = setTimeout(() => setCount(count + step), 0);
    return () => clearTimeout(timer);
  }, [isMore, count, step]);
  return isMore ? rows.slice(0, count) : rows;
}
