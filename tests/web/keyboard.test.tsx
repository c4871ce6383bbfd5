import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TABS } from '#web/features/navigation/addresses.ts';
import { shortcutSetting, useShortcuts } from '#web/features/keyboard/use-shortcuts.ts';
import { TAB_LETTERS } from '#web/features/keyboard/shortcuts.ts';
import { focusRow } from '#web/features/entry/row-focus.ts';

beforeEach(() => localStorage.clear());
afterEach(cleanup);

function Screen({ goToTab, showHelp }: Parameters<typeof useShortcuts>[0]) {
  useShortcuts({ goToTab, showHelp });
  return (
    <main>
      <div data-add>
        <input aria-label="Nome" />
      </div>
      <div role="search">
        <input aria-label="Procurar" />
      </div>
      <button type="button">Um botão</button>
    </main>
  );
}

function show() {
  const goToTab = vi.fn<(tab: string) => void>();
  const showHelp = vi.fn<() => void>();
  render(<Screen goToTab={goToTab} showHelp={showHelp} />);
  const press = (key: string, more: KeyboardEventInit = {}, on: Element = screen.getByRole('button')) =>
    fireEvent.keyDown(on, { key, ...more });
  return { goToTab, showHelp, press };
}

describe('a keyboard shortcut', () => {
  test('focuses the field for adding or the one for searching', () => {
    const { press } = show();
    press('n');
    expect(document.activeElement).toBe(screen.getByLabelText('Nome'));
    press('/');
    expect(document.activeElement).toBe(screen.getByLabelText('Procurar'));
  });

  test('opens a tab by g and a letter, but not by the letter alone', () => {
    const { press, goToTab } = show();
    press('i');
    press('g');
    press('i');
    press('i');
    expect(goToTab.mock.calls).toEqual([['ingredients']]);
    press('g');
    press('x');
    press('p');
    expect(goToTab).toHaveBeenCalledTimes(1);
  });

  test('shows the list of shortcuts', () => {
    const { press, showHelp } = show();
    press('?');
    expect(showHelp).toHaveBeenCalledTimes(1);
  });

  test('types its letter in a field, and is left to the browser with Ctrl', () => {
    const { press, showHelp, goToTab } = show();
    const field = screen.getByLabelText('Nome');
    for (const key of ['?', 'g', 'i', 'n', '/']) press(key, {}, field);
    press('g', { ctrlKey: true });
    press('i');
    expect(showHelp).not.toHaveBeenCalled();
    expect(goToTab).not.toHaveBeenCalled();
  });

  test('does nothing when shortcuts are turned off', () => {
    const { press, showHelp, goToTab } = show();
    shortcutSetting.set(false);
    for (const key of ['?', 'g', 'i']) press(key);
    expect(showHelp).not.toHaveBeenCalled();
    expect(goToTab).not.toHaveBeenCalled();
    shortcutSetting.set(true);
    press('?');
    expect(showHelp).toHaveBeenCalledTimes(1);
  });
});

test('every tab has its own shortcut letter', () => {
  const letters = TABS.map(({ key }) => TAB_LETTERS[key]);
  expect(letters).not.toContain(undefined);
  expect(new Set(letters).size).toBe(TABS.length);
});

afterEach(() => document.body.replaceChildren());

function page() {
  document.body.innerHTML = `
    <input id="next" />
    <ul><li data-row="pizza"><button data-row-open>Pizza</button><button id="save">Salvar Prato</button></li></ul>`;
  const element = (selector: string) => document.querySelector<HTMLElement>(selector);
  element('#save')?.focus();
  return element;
}

const frame = (): Promise<unknown> => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));

test('closing an editor moves the focus to the button of its row', async () => {
  const element = page();
  focusRow('pizza');
  element('#save')?.remove();
  await frame();
  expect(document.activeElement).toBe(element('[data-row-open]'));
});

test('closing an editor leaves the focus alone when it has moved on before the next frame', async () => {
  const element = page();
  focusRow('pizza');
  element('#save')?.remove();
  element('#next')?.focus();
  await frame();
  expect(document.activeElement).toBe(element('#next'));
});
