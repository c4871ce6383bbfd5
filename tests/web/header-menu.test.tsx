import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { HeaderMenu } from '#web/features/dashboard/header-menu.tsx';

const button = () => screen.getByRole('button', { name: 'Mais opções' });
const isOpen = () => button().getAttribute('aria-expanded') === 'true';

test('the header menu closes after a choice, a click beside it, loss of focus and Escape', async () => {
  const user = userEvent.setup();
  render(
    <>
      <HeaderMenu>
        <button type="button">Sair</button>
      </HeaderMenu>
      <button type="button">Adicionar</button>
    </>,
  );
  expect(isOpen()).toBe(false);
  for (const name of ['Sair', 'Adicionar', 'Mais opções']) {
    await user.click(button());
    expect(isOpen()).toBe(true);
    await user.click(screen.getByRole('button', { name }));
    expect(isOpen(), name).toBe(false);
  }

  await user.click(button());
  await user.tab();
  expect(isOpen()).toBe(true);
  await user.tab();
  expect(isOpen()).toBe(false);

  await user.click(button());
  await user.tab();
  await user.keyboard('{Escape}');
  expect(isOpen()).toBe(false);
  expect(document.activeElement).toBe(button());
});
