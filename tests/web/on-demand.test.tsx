import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { onDemand } from '#web/ui/on-demand.tsx';

afterEach(cleanup);

const Dish = ({ name }: { readonly name: string }) => <p>{name}</p>;

test('a component that is loaded on demand shows a placeholder and loads its code once', async () => {
  let fetched = 0;
  const Later = onDemand(
    async () => {
      fetched += 1;
      return Dish;
    },
    <p>Carregando...</p>,
  );
  render(
    <>
      <Later name="Pizza" />
      <Later name="Bolo" />
    </>,
  );
  expect(screen.getAllByText('Carregando...')).toHaveLength(2);
  await screen.findByText('Pizza');
  await screen.findByText('Bolo');
  expect(fetched).toBe(1);
});

test('a component that is loaded on demand is shown at once after preloading', async () => {
  const Later = onDemand(async () => Dish, <p>Carregando...</p>);
  await Later.preload();
  render(<Later name="Pizza" />);
  expect(screen.getByText('Pizza')).toBeTruthy();
});

test('a component that is loaded on demand says when its code cannot be loaded, and can try again', async () => {
  let isAway = true;
  const Later = onDemand(async () => {
    if (isAway) throw new TypeError('Failed to fetch dynamically imported module');
    return Dish;
  });
  render(<Later name="Pizza" />);
  const again = await screen.findByRole('button', { name: 'Tentar de novo' });
  isAway = false;
  await userEvent.click(again);
  expect(await screen.findByText('Pizza')).toBeTruthy();
});

test('a component that is loaded on demand is replaced by a note when it throws, and can try again', async () => {
  let isWrong = true;
  const Later = onDemand(async () => ({ name }: { readonly name: string }) => {
    if (isWrong) throw new Error('a part is missing');
    return <p>{name}</p>;
  });
  render(
    <>
      <p>O resto da página</p>
      <Later name="Pizza" />
    </>,
  );
  const again = await screen.findByRole('button', { name: 'Tentar de novo' });
  expect(screen.getByRole('alert').textContent).toContain('parou por um erro nosso. Seus dados estão guardados.');
  expect(screen.getByText('O resto da página')).toBeTruthy();
  isWrong = false;
  await userEvent.click(again);
  expect(screen.getByText('Pizza')).toBeTruthy();
});
