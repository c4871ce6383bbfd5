/** Where the focus goes when the line that had it goes away or changes its form. */

/** Before a line is removed: to the next one's remove button, else the one before, else the tab's title. */
export function focusBeside(row: Element): void {
  const beside = row.nextElementSibling ?? row.previousElementSibling;
  const target = beside?.querySelector<HTMLElement>('button:not([data-row-open])') ?? titleOf();
  target?.focus({ preventScroll: true });
}

/** To a line's main button, once it is on the page (again), unless somebody has gone on to something else meanwhile. */
export function focusRow(rowKey: string): void {
  const before = document.activeElement;
  requestAnimationFrame(() => {
    const now = document.activeElement;
    if (now !== before && now !== document.body) return;
    const row = document.querySelector(`[data-row="${CSS.escape(rowKey)}"]`);
    row?.querySelector<HTMLElement>('[data-row-open]')?.focus({ preventScroll: true });
  });
}

const titleOf = (): HTMLElement | null => document.querySelector<HTMLElement>('h1');
