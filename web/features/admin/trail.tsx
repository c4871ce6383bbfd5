import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { AdminClient } from '#web/api/client.ts';
import { ActionButton } from '#web/ui/action.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { PlainField } from '#web/ui/plain-field.tsx';
import { dayAndTime } from '../payment/instants.ts';
import parts from './parts.module.css';
import { TrailEntryLine } from './trail-entry.tsx';
import { TrailList, type TrailQuestion } from './trail-list.ts';
import styles from './trail.module.css';

const PAUSE_MS = 400;

interface TrailProps {
  readonly api: AdminClient;
  /** Only what this person did, or what was done to them. */
  readonly person?: string;
}

/** What happened, newest first, while it happens. */
export const Trail = observer(function Trail({ api, person }: TrailProps) {
  const [list] = useState(() => new TrailList(api, person === undefined ? {} : { person }));
  useEffect(() => void list.load(), [list]);
  useEffect(() => {
    const live = new EventSource('/api/admin/audit/live');
    live.addEventListener('grown', () => void list.catchUp());
    return () => live.close();
  }, [list]);
  return (
    <Panel
      title={person === undefined ? 'Tudo o que aconteceu' : 'O que aconteceu com esta pessoa'}
      hint="Do mais novo para o mais antigo; o que acontece agora aparece aqui sozinho."
      aside={
        <a href={list.csvAddress} download>
          Baixar CSV
        </a>
      }
    >
      <Filters of={list} />
      {list.state === 'failed' && (
        <div className={parts['row']}>
          <p className={parts['problem']} role="alert">
            Não deu para carregar a trilha.
          </p>
          <ActionButton tone="quiet" onClick={() => void list.load()}>
            Tentar de novo
          </ActionButton>
        </div>
      )}
      {list.state === 'loaded' && list.entries.length === 0 && (
        <p className={parts['text']}>Nada encontrado{list.next === null ? '.' : ' até aqui.'}</p>
      )}
      <ol className={styles['list']} aria-label="Acontecimentos" aria-live="off">
        {list.entries.map((entry) => (
          <TrailEntryLine key={entry.number} entry={entry} api={api} />
        ))}
      </ol>
      {list.next !== null && (
        <div className={parts['row']}>
          <ActionButton tone="quiet" busy={list.state === 'loading'} onClick={() => void list.more()}>
            {list.searchedUntil === null ? 'Mostrar mais' : 'Continuar a busca'}
          </ActionButton>
          {list.searchedUntil !== null && (
            <span className={parts['faint']}>Procurado até {dayAndTime(list.searchedUntil)}.</span>
          )}
        </div>
      )}
    </Panel>
  );
});

const KINDS = [
  ['', 'Tudo'],
  ['business', 'Negócios'],
  ['account', 'Contas e acesso'],
  ['payment', 'Pagamentos'],
  ['access-grant', 'Concessões'],
  ['admin', 'Administração'],
] as const;

const Filters = observer(function Filters({ of }: { readonly of: TrailList }) {
  const [text, setText] = useState('');
  useEffect(() => {
    if (text === (of.question.text ?? '')) return undefined;
    const pause = setTimeout(() => void of.ask({ ...of.question, text }), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [of, text]);
  const change = (part: TrailQuestion): void => void of.ask({ ...of.question, ...part });
  return (
    <div className={styles['filters']} role="search">
      <PlainField label="Buscar nas frases" value={text} onChange={setText} autoComplete="off" />
      <div className={styles['dates']}>
        <label className={styles['date']}>
          Assunto
          <select value={of.question.kind ?? ''} onChange={(event) => change({ kind: event.currentTarget.value })}>
            {KINDS.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label className={styles['date']}>
          De
          <input
            type="date"
            value={of.question.from ?? ''}
            onChange={(event) => change({ from: event.currentTarget.value })}
          />
        </label>
        <label className={styles['date']}>
          Até
          <input
            type="date"
            value={of.question.to ?? ''}
            onChange={(event) => change({ to: event.currentTarget.value })}
          />
        </label>
      </div>
    </div>
  );
});
