import type { KeyboardEvent } from 'react';

/**
 * Before a row is removed, focuses the next row's remove button, else the previous row's, else the title of the tab.
 */
export function focusNeighbour(row: Element): void {
  const neighbour = row.nextElementSibling ?? row.previousElementSibling;
  const target = neighbour?.querySelector<HTMLElement>('button:not([data-row-open])') ?? pageTitle();
  target?.focus({ preventScroll: true });
}

/** Before the focused element is removed from the page, focuses the title of the tab. */
export const focusPageTitle = (): void => pageTitle()?.focus({ preventScroll: true });

/** Focuses a row's main button once it is rendered again, unless the person has focused something else meanwhile. */
export const focusRow = (rowKey: string): void => focusRowButton(rowKey, { preventScroll: true });

/** Focuses a row that moved within its list and scrolls to it. */
export const followRow = (rowKey: string): void => focusRowButton(rowKey, {});

function focusRowButton(rowKey: string, options: FocusOptions): void {
  const before = document.activeElement;
  requestAnimationFrame(() => {
    const now = document.activeElement;
    if (now !== before && now !== document.body) return;
    const row = document.querySelector(`[data-row="${CSS.escape(rowKey)}"]`);
    row?.querySelector<HTMLElement>('[data-row-open]')?.focus(options);
  });
}

const pageTitle = (): HTMLElement | null => document.querySelector<HTMLElement>('h1');

/** Enter and the arrow keys move between fields, as in a spreadsheet; Enter in the last one moves to the button. */
export function focusNextField(event: KeyboardEvent<HTMLInputElement>, submitButton: HTMLButtonElement | null): void {
  const step = event.key === 'Enter' || event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const fields = [...(event.currentTarget.closest('ul')?.querySelectorAll('input') ?? [])];
  const next = fields[fields.indexOf(event.currentTarget) + step];
  next?.focus();
  next?.select();
  if (!next && event.key === 'Enter') submitButton?.focus();
}
