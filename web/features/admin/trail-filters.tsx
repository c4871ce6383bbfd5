import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { StreamKind } from '#domain/streams.ts';
import { PlainField } from '#web/ui/plain-field.tsx';
import parts from './parts.module.css';
import type { TrailList, TrailQuestion } from './trail-list.ts';
import styles from './trail.module.css';

const PAUSE_MS = 400;

const KINDS: Readonly<Record<'' | StreamKind, string>> = {
  '': 'Tudo',
  business: 'Negócios',
  account: 'Contas e acesso',
  payment: 'Pagamentos',
  'access-grant': 'Concessões',
  admin: 'Administração',
  'import-memory': 'Memória das importações',
};

/** What of the trail is shown. */
export const TrailFilters = observer(function TrailFilters({ of }: { readonly of: TrailList }) {
  const [text, setText] = useState('');
  useEffect(() => {
    if (text === (of.question.text ?? '')) return undefined;
    const pause = setTimeout(() => void of.ask({ ...of.question, text }), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [of, text]);
  const change = (part: TrailQuestion): void => void of.ask({ ...of.question, ...part });
  return (
    <div
      className={`${styles['filters']} stack at-bottom one-column gap-12 across-16`}
      role="search"
      aria-label="Trilha"
    >
      <PlainField label="Buscar nas frases" value={text} onChange={setText} autoComplete="off" />
      <label className={`${parts['choice']} stack shrinks gap-6 weight-540`}>
        Assunto
        <select value={of.question.kind ?? ''} onChange={(event) => change({ kind: event.currentTarget.value })}>
          {Object.entries(KINDS).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <div className={`${styles['dates']} stack gap-12`}>
        <PlainField type="date" label="De" value={of.question.from ?? ''} onChange={(from) => change({ from })} />
        <PlainField type="date" label="Até" value={of.question.to ?? ''} onChange={(to) => change({ to })} />
      </div>
    </div>
  );
});
