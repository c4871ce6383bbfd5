import { type ReactNode, useId } from 'react';
import styles from './panel.module.css';

interface PanelProps {
  readonly title?: string;
  /** A sentence under the title. */
  readonly hint?: ReactNode;
  /** Content beside the title, at the right. */
  readonly aside?: ReactNode;
  readonly tone?: 'plain' | 'warning';
  readonly children: ReactNode;
}

/** A card with a hairline border. With a title it is a region of that name. */
export function Panel({ title, hint, aside, tone = 'plain', children }: PanelProps) {
  const titleId = useId();
  const className = `${styles['panel']} ${styles[tone]}`;
  if (title === undefined) return <div className={className}>{children}</div>;
  return (
    <section className={className} aria-labelledby={titleId}>
      <header className={`${styles['head']} flex between gap-16`}>
        <div>
          <h2 id={titleId} className="text-17 weight-600">
            {title}
          </h2>
          {hint !== undefined && <p className="mt-4 faint text-15">{hint}</p>}
        </div>
        {aside}
      </header>
      {children}
    </section>
  );
}

interface BannerProps {
  readonly label: string;
  /** The text, with the essence in <strong>. */
  readonly words: ReactNode;
  /** More text, where there is space. */
  readonly more?: ReactNode;
  /** The possible actions. */
  readonly children: ReactNode;
}

/** A friendly band above every tab about the state of the account. */
export const Banner = ({ label, words, more, children }: BannerProps) => (
  <section
    className={`${styles['banner']} row wrap between gap-4 across-24 pad-block-8 pad-inline-16 rounded on-basil-tint`}
    aria-label={label}
  >
    <p className={`${styles['words']} soft`}>
      {words} {more !== undefined && <span className={styles['more']}>{more}</span>}
    </p>
    <div className={`${styles['actions']} row wrap gap-8 across-12`}>{children}</div>
  </section>
);
