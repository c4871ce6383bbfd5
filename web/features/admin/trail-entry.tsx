import { observer } from 'mobx-react-lite';
import { type ReactNode, useState } from 'react';
import type * as v from 'valibot';
import type { AuditDetailReply } from '#contract/admin.ts';
import type { AdminClient } from '#web/api/client.ts';
import { Loading } from '#web/stores/loading.ts';
import { dayAndTime } from '../payment/instants.ts';
import parts from './parts.module.css';
import type { TrailEntry } from './trail-list.ts';
import styles from './trail.module.css';

type Detail = v.InferOutput<typeof AuditDetailReply>;

interface LineProps {
  readonly entry: TrailEntry;
  readonly api: AdminClient;
}

/** One thing that happened; opened, all that is known of it. */
export const TrailEntryLine = observer(function TrailEntryLine({ entry, api }: LineProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [detail] = useState(() => new Loading(() => api.call('auditEntry', { params: { number: entry.number } })));
  function toggle(): void {
    if (!isOpen) void detail.load();
    setIsOpen((open) => !open);
  }
  return (
    <li className={`${styles['entry']} ${entry.erased ? styles['erased'] : ''}`}>
      <button type="button" className={styles['line']} aria-expanded={isOpen} onClick={toggle}>
        <span className={styles['when']}>{dayAndTime(entry.at)}</span>
        <span className={styles['sentence']}>{entry.sentence}</span>
      </button>
      {isOpen && detail.value && <Opened of={detail.value} />}
      {isOpen && detail.value === undefined && detail.state !== 'loading' && (
        <p className={parts['problem']} role="alert">
          Não deu para abrir.
        </p>
      )}
    </li>
  );
});

function Opened({ of: { entry, before, after, cause, effects, raw } }: { readonly of: Detail }) {
  return (
    <div className={styles['detail']}>
      <dl className={styles['facts']}>
        <Fact name="Quem">{entry.actor.name}</Fact>
        <Fact name="Quando">{new Date(entry.at).toLocaleString('pt-BR', { timeZone: 'America/Sao_Paulo' })}</Fact>
        <Fact name="Evento">{entry.type}</Fact>
        <Fact name="Fluxo">{entry.stream}</Fact>
        {before !== null && <Fact name="Antes">{plain(before)}</Fact>}
        {after !== null && <Fact name="Depois">{plain(after)}</Fact>}
        {cause !== null && <Fact name="Por causa de">{cause.sentence}</Fact>}
        {effects.length > 0 && (
          <Fact name="Levou a">
            {effects.map(({ number, sentence }) => (
              <div key={number}>{sentence}</div>
            ))}
          </Fact>
        )}
      </dl>
      <details>
        <summary>Registro completo</summary>
        <pre className={styles['raw']}>{JSON.stringify(raw, null, 2)}</pre>
      </details>
    </div>
  );
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
