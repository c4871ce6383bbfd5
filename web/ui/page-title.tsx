import { type ReactNode, useEffect, useRef } from 'react';

let isFirstPage = true;

interface PageTitleProps {
  readonly id?: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/**
 * The heading of a page or tab. After navigation it takes the focus and the page scrolls to its top, so that screen
 * readers begin there; the first page keeps the browser's own focus.
 */
export function PageTitle({ id, className, children }: PageTitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isFirstPage) {
      window.scrollTo(0, 0);
      heading.current?.focus({ preventScroll: true });
    }
    isFirstPage = false;
  }, []);
  return (
    <h1 ref={heading} id={id} className={className} tabIndex={-1}>
      {children}
    </h1>
  );
}

/** Sets the window's title while the component is mounted: 'Insumos' → 'Insumos · Prumo'. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Prumo`;
  }, [title]);
}
