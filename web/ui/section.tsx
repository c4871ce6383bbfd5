import { type ReactNode, useId } from 'react';
import { AnimatedNumber } from './figure.tsx';
import { PageTitle } from './page-title.tsx';
import styles from './section.module.css';

interface SectionProps {
  readonly title: string;
  /** One or two plain sentences about the purpose of the tab. */
  readonly explanation?: ReactNode;
  /** The term of the tab, explained on tap. */
  readonly term?: ReactNode;
  /** The tab's large number, e.g. { label: 'Total por mês', value: 'R$ 4.200,00', note: '12 custos' }. */
  readonly total?: { readonly label: string; readonly value: string; readonly note?: ReactNode } | undefined;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** A tab's frame. Its title is the page's h1 and takes the focus when the tab is opened. */
export function Section({ title, explanation, term, total, actions, children }: SectionProps) {
  const titleId = useId();
  return (
    <section className="stack shrinks gap-24" aria-labelledby={titleId}>
      <header className={`${styles['head']} flex wrap between`} data-explained>
        <div className={`${styles['words']} stack gap-8`}>
          <PageTitle id={titleId} className={`${styles['title']} weight-640 tight`}>
            {title}
          </PageTitle>
          {explanation !== undefined && <p className="soft">{explanation}</p>}
          {term !== undefined && <div className="faint text-15">{term}</div>}
        </div>
        {total && (
          <div className={`${styles['total']} stack gap-2`}>
            <span className="faint text-14">{total.label}</span>
            <AnimatedNumber value={total.value} className={styles['totalValue']} />
            {total.note !== undefined && <span className="faint text-14">{total.note}</span>}
          </div>
        )}
        {actions !== undefined && <div className={`${styles['actions']} flex wrap gap-8 hidden-empty`}>{actions}</div>}
      </header>
      {children}
    </section>
  );
}
