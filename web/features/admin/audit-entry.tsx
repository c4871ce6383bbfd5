import { ChevronDown } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useState } from 'react';
import type * as v from 'valibot';
import type { AuditDetailReply } from '#contract/admin.ts';
import { formatCount } from '#domain/format.ts';
import type { AdminClient } from '#web/api/client.ts';
import { DataLoader } from '#web/stores/data-loader.ts';
import { formatDayAndSecond, formatTime } from '#web/ui/instants.ts';
import styles from './audit-log.module.css';
import type { AuditEntry } from './audit-log-store.ts';
import { Remote } from './paged-list.tsx';
import { type RecordedFact, recordedFacts } from './recorded-facts.ts';

interface AuditEntryLineProps {
  readonly entry: AuditEntry;
  /** The number of successive entries that the line stands for. */
  readonly times: number;
  readonly api: AdminClient;
  /** Tells whether the entry arrived while the page was open. */
  readonly isNew: boolean;
}

/** One entry as a sentence, which opens to its details. */
export const AuditEntryLine = observer(function AuditEntryLine({ entry, times, api, isNew }: AuditEntryLineProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [detail] = useState(() => new DataLoader(() => api.call('auditEntry', { params: { number: entry.number } })));
  function toggle(): void {
    if (!isOpen) void detail.load();
    setIsOpen((open) => !open);
  }
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
          {formatTime(entry.at)}
        </time>
        <span className={`${styles['sentence']} breaks`}>
          <Sentence entry={entry} />
          {times > 1 && <span className="faint text-15 tabular"> ({formatCount(times)} vezes)</span>}
        </span>
        <ChevronDown size={18} aria-hidden className={`${styles['chevron']} faint`} />
      </button>
      {isOpen && (
        <div className={`${styles['detail']} stack one-column gap-8 on-sunken`}>
          <Remote data={detail.data} what="este registro" onRetry={() => detail.load()}>
            {(value) => <AuditDetail detail={value} />}
          </Remote>
        </div>
      )}
    </li>
  );
});

/** Stresses the name of the actor. */
function Sentence({ entry: { sentence, actor } }: { readonly entry: AuditEntry }) {
  if (!sentence.startsWith(actor.name)) return sentence;
  return (
    <>
      <strong className="weight-600">{actor.name}</strong>
      {sentence.slice(actor.name.length)}
    </>
  );
}

/** An entry's values before and after, its cause, its effects and the raw record. */
function AuditDetail({ detail }: { readonly detail: v.InferOutput<typeof AuditDetailReply> }) {
  const { entry, cause, effects, raw } = detail;
  return (
    <>
      <dl className={`${styles['facts']} stack one-column no-margin`}>
        <Fact name="Quem">{entry.actor.name}</Fact>
        <Fact name="Quando">{formatDayAndSecond(entry.at)}</Fact>
        {recordedFacts({ ...detail, type: entry.type }).map((fact) => (
          <Fact key={fact.name} name={fact.name}>
            <BeforeAndAfter fact={fact} />
          </Fact>
        ))}
        {cause !== null && <Fact name="Por causa de">{cause.sentence}</Fact>}
        {effects.length > 0 && (
          <Fact name="Levou a">
            {effects.map(({ number, sentence }) => (
              <div key={number}>{sentence}</div>
            ))}
          </Fact>
        )}
        <Fact name="Registro">
          nº {entry.number} · {entry.type}
        </Fact>
      </dl>
      <details>
        <summary className={`${styles['summary']} row touch pointer`}>Registro completo</summary>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and nothing in it takes the focus */}
        <pre className={`${styles['raw']} no-margin text-13 breaks`} tabIndex={0} aria-label="Registro completo">
          {JSON.stringify({ stream: entry.stream, ...raw }, null, 2)}
        </pre>
      </details>
    </>
  );
}

function BeforeAndAfter({ fact: { before, after } }: { readonly fact: RecordedFact }) {
  if (before === undefined) return after;
  if (after === undefined) return `antes: ${before}`;
  return (
    <>
      <s className="faint">
        <span className="visually-hidden">antes </span>
        {before}
      </s>{' '}
      <span aria-hidden="true">→ </span>
      <span className="visually-hidden">, depois </span>
      {after}
    </>
  );
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);
