import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { Term } from '#web/ui/term.tsx';

afterEach(cleanup);

const button = () => screen.getByRole('button', { name: /CMV/ });
const isOpen = () => screen.queryByRole('dialog', { name: /CMV/ }) !== null;

test('a popup closes after its button, a click beside it, loss of focus and Escape', async () => {
  const user = userEvent.setup();
  render(
    <>
      <Term name="CMV">
        <a href="/x">Mais</a>
      </Term>
      <button type="button">Adicionar</button>
    </>,
  );
  expect(isOpen()).toBe(false);
  for (const name of [/CMV/, 'Adicionar']) {
    await user.click(button());
    expect([isOpen(), button().getAttribute('aria-expanded')]).toEqual([true, 'true']);
    await user.click(screen.getByText('Mais'));
    expect(isOpen()).toBe(true);
    await user.click(screen.getByRole('button', { name }));
    expect(isOpen(), String(name)).toBe(false);
  }

  await user.click(button());
  screen.getByText('Mais').focus();
  expect(isOpen()).toBe(true);
  await user.keyboard('{Escape}');
  expect(isOpen()).toBe(false);
  expect(document.activeElement).toBe(button());

  await user.click(button());
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Adicionar' }));
  expect(isOpen()).toBe(false);
});
