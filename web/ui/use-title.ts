import { useEffect } from 'react';

/** The window's title while the caller is on screen: 'Insumos' → 'Insumos · Prumo'. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Prumo`;
  }, [title]);
}
