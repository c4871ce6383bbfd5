import type { ReactNode } from 'react';
import { PageBar } from '#web/ui/page-bar.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { HomeLink } from '#web/ui/wordmark.tsx';
import { useSite } from '#web/stores/site.tsx';
import { InfoLinks } from '../site/site-footer.tsx';
import styles from './checkout-frame.module.css';

const STEPS = ['Seus dados', 'Pix', 'Acesso'] as const;

interface CheckoutFrameProps {
  /** The current one of the three steps; left out on pages that end the payment. */
  readonly step?: 1 | 2 | 3;
  readonly title: string;
  readonly lead?: ReactNode;
  /** Content beside the main content, on a phone below it. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every payment page: bar, steps, title and footer. */
export function CheckoutFrame({ step, title, lead, aside, children }: CheckoutFrameProps) {
  const { isSandbox } = useSite();
  return (
    <div className={`${styles['page']} to-centre`}>
      <PageBar>
        <HomeLink />
      </PageBar>
      {isSandbox && (
        <p className={`${styles['sandbox']} pad-block-10 pad-inline-16 rounded-small on-tomato-tint ink text-15`}>
          <strong>Ambiente de teste:</strong> nenhum dinheiro se move aqui.
        </p>
      )}
      <main className={aside === undefined ? `${styles['narrow']} to-centre` : styles['wide']}>
        <div className={`${styles['content']} stack from-top shrinks`}>
          {step !== undefined && <Steps current={step} />}
          <div className="stack gap-12">
            <PageTitle className={`${styles['title']} weight-660 tight`}>{title}</PageTitle>
            {lead !== undefined && <p className={`${styles['lead']} soft text-17`}>{lead}</p>}
          </div>
          {children}
        </div>
        {aside !== undefined && <div className="shrinks">{aside}</div>}
      </main>
      <footer className={`${styles['foot']} line-above`}>
        <InfoLinks />
      </footer>
    </div>
  );
}

function Steps({ current }: { readonly current: 1 | 2 | 3 }) {
  return (
    <ol className={`${styles['steps']} stack gap-8 list text-14`} aria-label="Etapas da compra">
      {STEPS.map((name, index) => (
        <li
          key={name}
          className={index + 1 <= current ? `${styles['reached']} weight-560` : styles['ahead']}
          aria-current={index + 1 === current ? 'step' : undefined}
        >
          {name}
        </li>
      ))}
    </ol>
  );
}
