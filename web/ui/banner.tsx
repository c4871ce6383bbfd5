import type { ReactNode } from 'react';
import styles from './panel.module.css';

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
