import { afterEach, expect, test } from 'vitest';
import { focusRow } from '#web/features/entry/row-focus.ts';

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
