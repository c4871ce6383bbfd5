import type { ReactNode } from 'react';
import styles from './banner.module.css';

interface BannerProps {
  readonly label: string;
  /** What there is to know, its gist in <strong>. */
  readonly words: ReactNode;
  /** Behind the words, where there is room for more. */
  readonly more?: ReactNode;
  /** What can be done about it. */
  readonly children: ReactNode;
}

/** Above every tab: where somebody stands, gently, since nothing is wrong. */
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
