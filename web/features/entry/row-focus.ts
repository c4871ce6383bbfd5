/** Where the focus goes when the line that had it goes away or changes its form. */

/** Before a line is removed: to the next one's remove button, else the one before, else the tab's title. */
export function focusBeside(row: Element): void {
  const beside = row.nextElementSibling ?? row.previousElementSibling;
  const target = beside?.querySelector<HTMLElement>('button:not([data-row-open])') ?? titleOf();
  target?.focus({ preventScroll: true });
}

/** To a line's main button, once it is on the page (again), unless somebody has gone on to something else meanwhile. */
export const focusRow = (rowKey: string): void => focusOn(rowKey, { preventScroll: true });

/** The same for a line that has gone to another place of its list: the page goes along. */
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
