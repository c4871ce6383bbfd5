import { type ReactNode, useEffect, useRef } from 'react';

let isFirstPage = true;

interface PageTitleProps {
  readonly id?: string;
  readonly className?: string | undefined;
  readonly children: ReactNode;
}

/**
 * The heading of a page or tab. When one takes the place of another the focus goes to it and the page to its top, so a
 * screen reader reads on from there; the page that was opened first is left as the browser has it.
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

/** The window's title while the caller is on screen: 'Insumos' → 'Insumos · Prumo'. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Prumo`;
  }, [title]);
}
