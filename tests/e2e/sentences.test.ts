import { beforeAll, expect, test } from 'vitest';
import { axe, type TestPage } from '#tests/support/browser.ts';
import { OwnerPages } from '#tests/support/owner-pages.ts';
import { productInBrowser } from '#tests/support/product-in-browser.ts';

// The sentences on the screens of a phone have to agree with their figures.

const product = productInBrowser();
let testPage: TestPage;
let owner: OwnerPages;

beforeAll(async () => {
  ({ testPage, owner } = await product.newOwner({ width: 390 }));
  await testPage.page.setViewportSize({ width: 390, height: 844 });
});

test('on the first day each screen says what it needs and since when it has data', async () => {
  const { page } = owner;
  await page.goto(`${product.origin}/dashboard/historico`);
  await page.getByText('Os gráficos precisam de mudanças em dois dias').waitFor();
  expect(await owner.text()).not.toContain('Cada degrau');
  await page.goto(`${product.origin}/dashboard/por-que`);
  await page.getByText('antes disso não há com o que comparar').waitFor();
  expect(await owner.text()).not.toMatch(/caiu|subiu|pontos/);
  await page.goto(`${product.origin}/dashboard/por-que?conta=resultado`);
  await page.getByText('O resultado do mês precisa de vendas lançadas até as duas datas.').waitFor();
  await page.getByRole('link', { name: 'Lançar vendas' }).click();
  await page.getByRole('heading', { level: 1, name: 'Vendas' }).waitFor();
});

test('a dish without a price is named wherever a mean counts it as zero, and one tap opens it', async () => {
  const { page } = owner;
  await owner.openTab('Ficha Técnica');
  await owner.addDish('Prato do dia');
  for (const tab of ['Ponto Equilíbrio', 'Dashboard', 'Ficha Técnica']) {
    await owner.openTab(tab);
    await page.getByText(/Falta o preço de 1 prato, que conta como zero na média/).waitFor();
  }
  await owner.openTab('Dashboard');
  await page.getByRole('main').getByRole('link', { name: 'Prato do dia' }).click();
  await owner.dish('Prato do dia').getByRole('button', { name: 'Salvar Prato' }).waitFor();
  expect(new URL(page.url()).searchParams.get('tab')).toBe('recipes');
});

test('after sales are entered the sentences follow them and say which break-even to trust', async () => {
  const { page } = owner;
  await owner.openTab('Ponto Equilíbrio');
  await page.getByText('Conte o que vendeu e o número fica exato').click();
  await page.getByRole('textbox', { name: 'Vendidos: Pizza Camarão' }).pressSequentially('300');
  await page.getByRole('textbox', { name: 'Vendidos: Pizza Muçarela' }).pressSequentially('20');
  await page.getByRole('button', { name: 'Salvar vendas' }).click();
  await page.getByRole('region', { name: 'Engenharia de cardápio' }).waitFor();

  // The sales of the month differ from its revenue, and one tap sets the revenue.
  const remarks = page.getByRole('list', { name: 'Vendas e Faturamento' });
  await remarks.getByRole('button', { name: /^Usar R\$/ }).click();
  await remarks.waitFor({ state: 'detached' });
  expect(await axe(page)).toEqual([]);

  await owner.openTab('Dashboard');
  const main = page.getByRole('main');
  await main.getByText('Confie na conta pelo que você vende').waitFor();
  const text = await owner.text();
  expect(text).not.toContain('Vendendo isto no mês, você empata.');
  expect(text).toMatch(/Pelo que você vende, o mês empata com R\$ [\d.]+,\d\d\./);
  const cmv = /média simples pelo que você vende (\d+),(\d)% De cada R\$ 100 vendidos, R\$ (\d+)(?:,(\d)0)? viram/.exec(
    text,
  );
  expect([cmv?.[3], cmv?.[4] ?? '0']).toEqual([cmv?.[1], cmv?.[2]]);
  expect(await axe(page)).toEqual([]);
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  expect(testPage.problems).toEqual([]);
});

test('a sheet sent to the kitchen gives the portions and no cost, on screen, on paper and in the message', async () => {
  const { page } = owner;
  await owner.openTab('Ficha Técnica');
  const dish = owner.dish('Pizza Muçarela');
  await dish.getByRole('button').first().click();
  await dish.getByRole('link', { name: 'Imprimir ficha' }).click();
  const send = page.getByRole('link', { name: /WhatsApp/ });
  const message = async (): Promise<string> => decodeURIComponent((await send.getAttribute('href')) ?? '');
  expect(await message()).toContain('R$');
  await page.getByRole('radio', { name: 'Para a cozinha' }).click();
  await page.getByLabel('Para quantas porções').fill('4');
  const money = /R\$|\d%|CMV|[Mm]argem|[Ll]ucro|[Pp]reço|[Cc]usto/;
  await expect.poll(message).toContain('4 porções');
  expect(await message()).not.toMatch(money);
  expect(await owner.text(page.getByRole('article'))).not.toMatch(money);
  await page.emulateMedia({ media: 'print' });
  expect(await page.locator('body').innerText()).not.toMatch(money);
  await page.emulateMedia({ media: 'screen' });
});

test('a dish that loses money is never shown as a star only, and two spellings of a category are merged', async () => {
  const { page } = owner;
  await owner.openTab('Custos Fixos');
  await owner.addFixedCost('Aluguel do prédio', 900_000_000);
  await page.getByRole('button', { name: 'Editar Aluguel do prédio' }).waitFor();
  for (const [name, category] of [
    ['Pizza Camarão', 'Especiais'],
    ['Pizza Muçarela', 'Pizzas'],
    ['Pizza Calabresa', 'pizzas'],
  ] as const) {
    await owner.openTab('Ficha Técnica');
    const dish = owner.dish(name);
    const details = dish.getByRole('button', { name: 'Porções e preparo' });
    if (!(await details.isVisible())) await dish.getByRole('button').first().click();
    await details.click();
    await dish.getByLabel('Categoria').fill(category);
    await page.keyboard.press('Enter');
    await details.waitFor();
  }
  await page.getByRole('link', { name: 'Vendas, meta e cardápio' }).click();
  const menu = page.getByRole('region', { name: 'Engenharia de cardápio' });
  await page.getByRole('textbox', { name: 'Vendidos: Pizza Calabresa' }).fill('200');
  await page.getByRole('button', { name: 'Salvar vendas' }).click();
  await expect.poll(() => owner.text(menu)).toContain('mas dá prejuízo depois dos custos fixos');
  const text = await owner.text(menu);
  expect(text).not.toMatch(/pizzas.*Pizzas|Pizzas.*pizzas/);
});
