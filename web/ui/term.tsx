import { type ReactNode, useCallback, useId, useRef, useState } from 'react';
import { Popup } from './popup.tsx';
import styles from './popup.module.css';

/** A term of the trade with a short explanation on tap. */
export function Term({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  const close = useCallback(() => setIsOpen(false), []);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  return (
    <>
      <button
        ref={button}
        id={`${id}-button`}
        type="button"
        className={`${styles['term']} relative no-border on-nothing same-colour same-font text-start hover-ink`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        {name}
        <span className={`${styles['mark']} centred circle`} aria-hidden="true">
          ?
        </span>
        <span className="visually-hidden">: o que é</span>
      </button>
      {isOpen && (
        <Popup id={id} anchor={button} className={styles['explanation']} onClose={close}>
          {children}
        </Popup>
      )}
    </>
  );
}
