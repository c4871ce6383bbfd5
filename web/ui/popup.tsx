import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import styles from './popup.module.css';

interface PopupProps {
  readonly id: string;
  /** The button that opens it, which also closes it by its own handler. */
  readonly anchor: RefObject<HTMLElement | null>;
  /** The accessible name; the button's name by default. */
  readonly label?: string;
  /** The side that aligns with the button's. */
  readonly align?: 'start' | 'end';
  readonly className?: string | undefined;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The distance to the button and to the edge of the page, in CSS pixels. */
const GAP = 8;
const EDGE = 5;

/**
 * A small overlay beside the button that opened it. It closes on Escape, on a press elsewhere and when it loses the
 * focus; a focus inside it returns to the button.
 */
export function Popup({ id, anchor, label, align = 'start', className = '', onClose, children }: PopupProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const popup = box.current;
    const button = anchor.current;
    if (!popup || !button) return undefined;
    const updatePosition = () => positionBeside(popup, button, align);
    updatePosition();
    window.addEventListener('scroll', updatePosition, { capture: true, passive: true });
    window.addEventListener('resize', updatePosition);
    return () => {
      window.removeEventListener('scroll', updatePosition, { capture: true });
      window.removeEventListener('resize', updatePosition);
      if (popup.contains(document.activeElement)) button.focus();
    };
  }, [anchor, align]);
  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      const isInside = target instanceof Node && [box.current, anchor.current].some((part) => part?.contains(target));
      if (!isInside) onClose();
    };
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      onClose();
      anchor.current?.focus();
    };
    document.addEventListener('click', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('click', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, [anchor, onClose]);
  return createPortal(
    <div
      ref={box}
      id={id}
      role="dialog"
      aria-label={label}
      aria-labelledby={label === undefined ? `${id}-button` : undefined}
      className={`${styles['popup']} pad-block-12 pad-inline-16 edge-strong rounded-small on-surface ink hidden-on-paper ${className}`}
    >
      {children}
    </div>,
    document.body,
  );
}

/**
 * Places the popup below the button, or above it where there is more space, within the page. If the button is in a
 * block with the number that it explains (`data-explained`), the popup is placed beside that block, so that the number
 * stays visible.
 */
function positionBeside({ style, offsetWidth: width }: HTMLElement, button: HTMLElement, align: 'start' | 'end'): void {
  const { clientWidth, clientHeight } = document.documentElement;
  const { left: start, right: end } = button.getBoundingClientRect();
  const anchorRect = (button.closest('[data-explained]') ?? button).getBoundingClientRect();
  const preferredLeft = align === 'start' ? start : end - width;
  const left = Math.max(EDGE, Math.min(preferredLeft, clientWidth - width - EDGE));
  const [above, below] = [anchorRect.top, clientHeight - anchorRect.bottom];
  const isBelow = below >= MIN_HEIGHT || below >= above;
  style.left = `${left}px`;
  style.top = isBelow ? `${anchorRect.bottom + GAP}px` : 'auto';
  style.bottom = isBelow ? 'auto' : `${clientHeight - anchorRect.top + GAP}px`;
  style.maxHeight = `${(isBelow ? below : above) - GAP - EDGE}px`;
}

/** The height that most popups need, in CSS pixels. */
const MIN_HEIGHT = 220;
