import type { ReactNode } from 'react';
import type * as v from 'valibot';
import type { AuditDetailReply } from '#contract/admin.ts';
import { dayAndSecond } from '#web/ui/instants.ts';
import { recordedFacts } from './recorded-facts.ts';
import styles from './trail.module.css';

/** All that is known of one entry: what it was before, what it came from, what it led to. */
export function TrailDetail({ of }: { readonly of: v.InferOutput<typeof AuditDetailReply> }) {
  const { entry, cause, effects, raw } = of;
  const facts = recordedFacts({ ...of, type: entry.type });
  return (
    <div className={`${styles['detail']} stack one-column gap-8 on-sunken`}>
      <dl className={`${styles['facts']} stack one-column no-margin`}>
        <Fact name="Quem">{entry.actor.name}</Fact>
        <Fact name="Quando">{dayAndSecond(entry.at)}</Fact>
        {facts.map(({ name, before, after }) => (
          <Fact key={name} name={name}>
            {before !== undefined && after !== undefined ? (
              <>
                <s className="faint">
                  <span className="visually-hidden">antes </span>
                  {before}
                </s>{' '}
                <span aria-hidden="true">→ </span>
                <span className="visually-hidden">, depois </span>
                {after}
              </>
            ) : (
              (after ?? <>antes: {before}</>)
            )}
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
    </div>
  );
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);
