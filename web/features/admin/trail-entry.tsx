import { ChevronDown } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { count } from '#domain/format.ts';
import type { AdminClient } from '#web/api/client.ts';
import { Loading } from '#web/stores/loading.ts';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { time } from '#web/ui/instants.ts';
import { TrailDetail } from './trail-detail.tsx';
import type { TrailEntry } from './trail-list.ts';
import styles from './trail.module.css';

interface LineProps {
  readonly entry: TrailEntry;
  /** How often in a row. */
  readonly times: number;
  readonly api: AdminClient;
  /** It came while somebody was looking. */
  readonly isNew: boolean;
}

/** One thing that happened; opened, all that is known of it. */
export const TrailEntryLine = observer(function TrailEntryLine({ entry, times, api, isNew }: LineProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [detail] = useState(() => new Loading(() => api.call('auditEntry', { params: { number: entry.number } })));
  function toggle(): void {
    if (!isOpen) void detail.load();
    setIsOpen((open) => !open);
  }
  const { view } = detail;
  const classes = ['entry', entry.erased && 'erased', isNew && 'new'].flatMap((name) => (name ? [styles[name]] : []));
  return (
    <li className={classes.join(' ')}>
      <button
        type="button"
        className={`${styles['line']} stack at-baseline touch-48 gap-2 across-12 bare-button rounded-small same-colour text-start`}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        <time className="faint text-15 tabular" dateTime={entry.at}>
          {time(entry.at)}
        </time>
        <span className={`${styles['sentence']} breaks`}>
          <Sentence of={entry} />
          {times > 1 && <span className="faint text-15 tabular"> ({count(times)} vezes)</span>}
        </span>
        <ChevronDown size={18} aria-hidden className={`${styles['chevron']} faint`} />
      </button>
      {isOpen && view.kind === 'known' && <TrailDetail of={view.value} />}
      {isOpen && view.kind === 'loading' && (
        <div className={`${styles['detail']} stack one-column gap-8 on-sunken`}>
          <Spinner label="Carregando..." />
        </div>
      )}
      {isOpen && (view.kind === 'failed' || view.kind === 'refused') && (
        <div className={`${styles['detail']} stack one-column gap-8 on-sunken`}>
          <NotLoaded what="este registro" onRetry={() => detail.load()} />
        </div>
      )}
    </li>
  );
});

/** Who did it stands out from what was done. */
function Sentence({ of: { sentence, actor } }: { readonly of: TrailEntry }) {
  if (!sentence.startsWith(actor.name)) return sentence;
  return (
    <>
      <strong className="weight-600">{actor.name}</strong>
      {sentence.slice(actor.name.length)}
    </>
  );
}
