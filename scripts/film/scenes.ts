import { FILM_WORDS } from '#web/features/landing/film-words.ts';
import type { Film } from './film.ts';

const [DASHBOARD, PRICE, SHEET, BREAK_EVEN] = FILM_WORDS;

/** What is done in the demonstration, in the order of the film. */
export const SCENES: readonly ((film: Film) => Promise<void>)[] = [
  async function dashboard(film) {
    const { page } = film;
    await film.open('/dashboard', page.getByText('Resumo do negócio'));
    await page
      .getByRole('button', { name: /a demonstração$/ })
      .evaluate((button) => button.closest('section')?.remove());
    await film.say(DASHBOARD);
    await film.hold(3);
    await film.scrollTo(page.getByRole('heading', { name: 'Para onde vai o dinheiro' }));
    await film.hold(2.5);
  },

  async function price(film) {
    const { page } = film;
    await film.say(PRICE);
    await film.press(page.getByRole('navigation', { name: 'Abas' }).getByRole('link', { name: 'Insumos' }));
    await page.getByRole('heading', { level: 1, name: 'Insumos' }).waitFor();
    await film.hold(1);
    const row = page.getByRole('button', { name: /^Editar Muçarela/ });
    await film.scrollTo(row, 160);
    await film.press(row);
    await film.scrollTo(page.getByRole('form', { name: 'Editar Muçarela' }), 70);
    await film.hold(0.6);
    await page.keyboard.press('ControlOrMeta+A');
    await film.type('48,90');
    await film.hold(4);
    await page.keyboard.press('Enter');
    await page.waitForTimeout(400);
    await film.hold(1.5);
  },

  async function sheet(film) {
    const { page } = film;
    await film.say(SHEET);
    await film.press(page.getByRole('navigation', { name: 'Abas' }).getByRole('link', { name: 'Ficha Técnica' }));
    await page.getByRole('heading', { level: 1, name: 'Ficha Técnica' }).waitFor();
    await film.hold(1);
    const dish = page.getByRole('button', { name: /^Pizza Marguerita/ });
    await film.scrollTo(dish, 120);
    await film.press(dish);
    await film.hold(1.5);
    await film.scrollTo(page.getByRole('heading', { name: 'Análise financeira' }), 60);
    await film.hold(3.5);
  },

  async function breakEven(film) {
    const { page } = film;
    await film.say(BREAK_EVEN);
    await film.press(page.getByRole('navigation', { name: 'Abas' }).getByRole('link', { name: 'Ponto Equilíbrio' }));
    await page.getByRole('heading', { level: 1, name: 'Ponto de Equilíbrio' }).waitFor();
    await film.hold(4.5);
  },
];
