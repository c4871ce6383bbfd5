import { Ellipsis } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styles from './header-menu.module.css';

/** A menu for the header's links on a phone; on wide screens they stand in the header itself. */
export function HeaderMenu({ children }: { readonly children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  const menuId = useId();
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    // A click anywhere closes the menu, also one on its links.
    const close = ({ target }: MouseEvent) => {
      if (!(target instanceof Node && button.current?.contains(target))) setIsOpen(false);
    };
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setIsOpen(false);
      button.current?.focus();
    };
    const closeBehind = ({ target }: FocusEvent) => {
      if (target instanceof Node && !box.current?.contains(target)) setIsOpen(false);
    };
    document.addEventListener('click', close);
    document.addEventListener('keydown', closeByKey);
    document.addEventListener('focusin', closeBehind);
    return () => {
      document.removeEventListener('click', close);
      document.removeEventListener('keydown', closeByKey);
      document.removeEventListener('focusin', closeBehind);
    };
  }, [isOpen]);

  return (
    <div ref={box} className={styles['box']}>
      <button
        ref={button}
        type="button"
        className={`${styles['button']} hidden bare-button rounded-small soft hover-sunken hover-ink`}
        aria-expanded={isOpen}
        aria-controls={menuId}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Ellipsis size={20} aria-hidden />
        <span className={styles['caption']}>
          Mais<span className="visually-hidden"> opções</span>
        </span>
      </button>
      <div id={menuId} className={`${styles['menu']} edge-strong rounded on-surface`} data-open={isOpen}>
        {children}
      </div>
    </div>
  );
}
