/**
 * Before a row is removed, focuses the next row's remove button, else the previous row's, else the title of the tab.
 */
export function focusNeighbour(row: Element): void {
  const beside = row.nextElementSibling ?? row.previousElementSibling;
  const target = beside?.querySelector<HTMLElement>('button:not([data-row-open])') ?? titleOf();
  target?.focus({ preventScroll: true });
}

/** Focuses a row's main button once it is rendered again, unless the person has focused something else meanwhile. */
export const focusRow = (rowKey: string): void => focusOn(rowKey, { preventScroll: true });

/** Focuses a row that moved within its list and scrolls to it. */
export const followRow = (rowKey: string): void => focusOn(rowKey, {});

function focusOn(rowKey: string, how: FocusOptions): void {
  const before = document.activeElement;
  requestAnimationFrame(() => {
    const now = document.activeElement;
    if (now !== before && now !== document.body) return;
    const row = document.querySelector(`[data-row="${CSS.escape(rowKey)}"]`);
    row?.querySelector<HTMLElement>('[data-row-open]')?.focus(how);
  });
}

const titleOf = (): HTMLElement | null => document.querySelector<HTMLElement>('h1');
