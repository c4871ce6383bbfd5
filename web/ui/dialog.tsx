import { type ReactNode, type RefObject, useEffect, useId } from 'react';
import styles from './dialog.module.css';

interface DialogProps {
  /** A ref for closing: `ref.current?.close()` returns the focus to where it was. */
  readonly ref: RefObject<HTMLDialogElement | null>;
  readonly title: string;
  /** Is called after closing, by `close()` or Escape. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A modal dialog. */
export function Dialog({ ref, title, onClose, children }: DialogProps) {
  const titleId = useId();
  useEffect(() => ref.current?.showModal(), [ref]);
  return (
    <dialog
      ref={ref}
      className={`${styles['dialog']} pad-block-24 pad-inline-24 card ink`}
      aria-labelledby={titleId}
      onClose={onClose}
    >
      <h2 id={titleId} className={`${styles['title']} weight-640`}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}
