import { Ellipsis } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import styles from './header.module.css';

/** A menu for the header's links on a phone; on wide screens they stand in the header itself. */
export function HeaderMenu({ children }: { readonly children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  const menuId = useId();
  const container = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    // A click anywhere closes the menu, also one on its links.
    const closeOnClick = ({ target }: MouseEvent) => {
      if (!(target instanceof Node && button.current?.contains(target))) setIsOpen(false);
    };
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      setIsOpen(false);
      button.current?.focus();
    };
    const closeOnFocusOutside = ({ target }: FocusEvent) => {
      if (target instanceof Node && !container.current?.contains(target)) setIsOpen(false);
    };
    document.addEventListener('click', closeOnClick);
    document.addEventListener('keydown', closeOnEscape);
    document.addEventListener('focusin', closeOnFocusOutside);
    return () => {
      document.removeEventListener('click', closeOnClick);
      document.removeEventListener('keydown', closeOnEscape);
      document.removeEventListener('focusin', closeOnFocusOutside);
    };
  }, [isOpen]);

  return (
    <div ref={container} className={styles['box']}>
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
