import { Popover } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './term.module.css';

/** The trade's word, with a short explanation on tap. */
export function Term({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <Popover width={288} position="bottom-start" withinPortal trapFocus={false} returnFocus>
      <Popover.Target>
        <button type="button" className={styles['term']}>
          {name}
          <span className={styles['mark']} aria-hidden="true">
            ?
          </span>
          <span className="visually-hidden">: o que é</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown className={styles['explanation']}>{children}</Popover.Dropdown>
    </Popover>
  );
}
