import type { KeyboardEvent } from 'react';

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
