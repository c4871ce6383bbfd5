import { observer } from 'mobx-react-lite';
import { type ReactNode, useEffect, useState } from 'react';
import type { DataLoader } from '#web/stores/data-loader.ts';
import { ActionButton } from '#web/ui/action.tsx';
import { formatDayAndTime } from '#web/ui/instants.ts';
import { NotLoaded, OutdatedNote } from '#web/ui/not-loaded.tsx';
import { PlainField } from '#web/ui/plain-field.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import type { PagedStore, Query } from './paged-store.ts';
import styles from './rows.module.css';

interface RemoteProps<T> {
  readonly data: DataLoader<T>['data'];
  /** The name of the missing part, with its article: 'a lista', 'esta pessoa'. */
  readonly what: string;
  readonly onRetry: () => unknown;
  readonly children: (value: T) => ReactNode;
}

/** Remote data: a spinner, a failure with a retry button, or the content. */
export function Remote<T>({ data: view, what, onRetry, children }: RemoteProps<T>) {
  if (view.kind === 'loading') return <Spinner label="Carregando..." />;
  if (view.kind !== 'known') return <NotLoaded what={what} onRetry={onRetry} />;
  return (
    <>
      {view.staleSince && <OutdatedNote readAt={view.staleSince} onRetry={onRetry} />}
      {children(view.value)}
    </>
  );
}

interface PagedListProps<Item> {
  readonly store: PagedStore<Item>;
  readonly what: string;
  readonly nextPageName: string;
  readonly busyLabel?: string;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** A list with its content so far, and a button for the next page. */
export const PagedList = observer(function PagedList<Item>(props: PagedListProps<Item>) {
  const { store: list, what, nextPageName, busyLabel, children } = props;
  const { next, searchedUntil } = list;
  return (
    <Remote data={list.data} what={what} onRetry={() => list.load()}>
      {(items) => (
        <>
          {children(items)}
          {list.hasFailedMore && <NotLoaded what={nextPageName} onRetry={() => list.loadMore()} />}
          {next !== null && !list.hasFailedMore && (
            <div className="row wrap gap-12 across-20">
              <ActionButton
                tone="quiet"
                busy={list.isLoading}
                {...(busyLabel !== undefined && { busyLabel })}
                onClick={() => void list.loadMore()}
              >
                {searchedUntil === null ? 'Mostrar mais' : 'Continuar a busca'}
              </ActionButton>
              {searchedUntil !== null && (
                <span className="faint text-15">Procurado até {formatDayAndTime(searchedUntil)}.</span>
              )}
            </div>
          )}
        </>
      )}
    </Remote>
  );
});

/** Each search is an entry of the audit log, so it waits until the typing pauses. */
const PAUSE_MS = 400;

interface FiltersProps {
  readonly store: { readonly query: Query; readonly changeQuery: (part: Query) => unknown };
  readonly label: string;
  readonly columns: 'two' | 'three';
  readonly text: { readonly key: string; readonly label: string };
  readonly choice: {
    readonly key: string;
    readonly label: string;
    readonly options: Readonly<Record<string, string>>;
  };
  readonly children?: ReactNode;
}

/** A text to search for and a choice, which change the query of a list. */
export const Filters = observer(function Filters({ store, label, columns, text, choice, children }: FiltersProps) {
  const [input, setInput] = useState('');
  useEffect(() => {
    if (input === (store.query[text.key] ?? '')) return undefined;
    const pause = setTimeout(() => void store.changeQuery({ [text.key]: input }), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [store, text.key, input]);
  return (
    <div className={`${styles[columns]} stack at-bottom one-column gap-12 across-16`} role="search" aria-label={label}>
      <PlainField label={text.label} value={input} onChange={setInput} autoComplete="off" />
      <label className={`${styles['choice']} stack shrinks gap-6 weight-540`}>
        {choice.label}
        <select
          value={store.query[choice.key] ?? ''}
          onChange={(event) => void store.changeQuery({ [choice.key]: event.currentTarget.value })}
        >
          {Object.entries(choice.options).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {children}
    </div>
  );
});
