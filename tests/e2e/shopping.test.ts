import { beforeAll, describe, expect, test } from 'vitest';
import { axe, type TestPage } from '#tests/support/browser.ts';
import type { OwnerPages } from '#tests/support/owner-pages.ts';
import { productInBrowser } from '#tests/support/product-in-browser.ts';

const product = productInBrowser();
let testPage: TestPage;
let owner: OwnerPages;

beforeAll(async () => {
  ({ testPage, owner } = await product.newOwner({ width: 390, serviceWorkers: 'allow' }));
  await testPage.page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: product.origin });
});

const openStep = (name: string) => owner.page.getByRole('radio', { name }).check();
const box = (name: RegExp) => owner.page.getByRole('checkbox', { name });
const expectAccessible = async () => {
  expect(await axe(owner.page)).toEqual([]);
  expect(await owner.page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
};

describe('the shopping list', () => {
  test('quantities are typed dish by dish, and the list shows whole packs less what is in stock', async () => {
    const { page } = owner;
    await owner.openTab('Ficha Técnica');
    await page.getByRole('main').getByRole('link', { name: 'Lista de compras' }).click();
    await page.getByRole('heading', { level: 1, name: 'Lista de compras' }).waitFor();
    await page.getByRole('textbox', { name: 'Quantos: Pizza Calabresa' }).fill('40');
    await page.getByRole('textbox', { name: 'Quantos: Pizza Muçarela' }).fill('20');
    await expectAccessible();
    await openStep('Em casa');
    await page.getByRole('textbox', { name: 'Em casa: Caixa de pizza, em un' }).fill('20');
    await expectAccessible();
    await openStep('Lista');
    await page.getByText('Para 40 Pizza Calabresa, 20 Pizza Muçarela.').waitFor();
    // 60 pizzas and 10 % of loss: 66 boxes less 20, flour for 3,3 doughs of 5 kg, 14,96 kg of cheese.
    await box(/^Caixa de pizza: 2 × pacote de 25 un$/).waitFor();
    await box(/^Farinha de trigo: 1 × saco de 25 kg$/).waitFor();
    await box(/^Muçarela: 15 kg$/).waitFor();
    await box(/^Massa de pizza: 66 un$/).waitFor();
    expect(await owner.text()).toContain('precisa de 66 un, tem 20 un R$ 87,50');
    expect(await owner.text()).toContain('3,3 receitas de 20 un');
    await expectAccessible();
  });

  test('the list can be copied as a message', async () => {
    const { page } = owner;
    await page.getByRole('button', { name: 'Copiar lista' }).click();
    await page.getByRole('button', { name: 'Copiado' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain('*Lista de compras*\nPara 40 Pizza Calabresa, 20 Pizza Muçarela\n\n*Comprar*\n');
    expect(copied).toContain('\n• Caixa de pizza: 2 × pacote de 25 un (precisa de 66 un, tem 20 un), R$ 87,50\n');
  });

  test('the printed list has no fields and buttons', async () => {
    const { page } = owner;
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('textbox').count()).toBe(0);
    expect(await page.getByRole('button').count()).toBe(0);
    await box(/^Muçarela/).waitFor();
    await page.emulateMedia({ media: 'screen' });
  });

  test('purchases can be ticked off without a connection, and the ticks survive a reload', async () => {
    const { page } = owner;
    await box(/^Muçarela/).check();
    await page.reload();
    expect(await box(/^Muçarela/).isChecked()).toBe(true);
    await page.evaluate(() => navigator.serviceWorker.ready);
    const cachedText = () => page.evaluate(async () => (await (await caches.match('/kept-business'))?.text()) ?? '');
    await expect.poll(cachedText).toContain('Caixa de pizza');
    await page.context().setOffline(true);
    await page.goto(`${product.origin}/dashboard/lista-de-compras`);
    await page.getByText('só para consulta').waitFor();
    await box(/^Caixa de pizza/).check();
    await page.getByText(/^2 de \d+ já comprados\.$/).waitFor();
    await page.reload();
    await page.getByText(/^2 de \d+ já comprados\.$/).waitFor();
    await page.context().setOffline(false);
    await expect.poll(() => owner.text()).not.toContain('só para consulta');
    await page.getByText(/^2 de \d+ já comprados\.$/).waitFor();
  });

  test('signing out removes the list from the device', async () => {
    await owner.signOut();
    expect(await owner.page.evaluate('Object.keys(localStorage).filter((key) => key.includes("shopping"))')).toEqual(
      [],
    );
  });
});
