import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { TestAccount } from '#tests/support/accounts.ts';
import { chooseAccount } from '#tests/support/admin-pages.ts';
import type { TestPage } from '#tests/support/browser.ts';
import { OwnerPages } from '#tests/support/owner-pages.ts';
import { productInBrowser } from '#tests/support/product-in-browser.ts';

const product = productInBrowser();
let testPage: TestPage;
let owner: OwnerPages;
/** The account that takes over the paid access and the data. */
let account: TestAccount;

beforeAll(async () => {
  testPage = await product.newPage({ width: 390 });
  owner = new OwnerPages(testPage.page, product.origin);
  account = await product.newAccount({ hasPizzeria: false });
});

/** The rent is ten reais and fifty cents in units. */
const RENT = 105_000;
const currentPath = (): string => new URL(testPage.page.url()).pathname;

/** Goes from the form to the receipt of a simulated payment. @returns the code of the receipt */
async function buyWithoutAccount({ page }: TestPage, email = 'maria@exemplo.com'): Promise<string> {
  await page.goto(`${product.origin}/payment/direct`);
  await page.getByLabel('Nome').fill('Maria da Silva');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Pagar R$10 via PIX' }).click();
  await page.getByRole('img', { name: /QR Code/ }).waitFor();
  await page.getByRole('button', { name: 'Simular pagamento' }).click();
  await page.getByRole('heading', { name: 'Pagamento confirmado!' }).waitFor();
  return page.getByText(/^[0-9A-Z]{4}(-[0-9A-Z]{4})+$/).innerText();
}

describe('the purchase by a visitor who signs in later', () => {
  test('the payment code survives a reload, and a check reports that no payment has arrived', async () => {
    const { page } = testPage;
    await page.goto(product.origin);
    await page.getByRole('link', { name: 'Quero meu acesso por R$10 via Pix' }).click();
    await page.getByLabel('Nome').fill('Maria da Silva');
    await page.getByLabel('E-mail').fill('maria@exemplo.com');
    await page.getByRole('button', { name: 'Pagar R$10 via PIX' }).dblclick();
    const copyPaste = page.getByLabel('Pix copia e cola');
    const shownCode = await copyPaste.inputValue();
    expect(shownCode).toMatch(/^000201.*6304[0-9A-F]{4}$/);
    await page.reload();
    expect(await copyPaste.inputValue()).toBe(shownCode);
    await page.getByRole('button', { name: 'Já Paguei - Verificar Status' }).click();
    await page.getByText('O banco ainda não avisou do seu Pix.').waitFor();
  });

  test('paying opens an own dashboard without a sign-in', async () => {
    const { page } = testPage;
    await page.getByRole('button', { name: 'Simular pagamento' }).click();
    await page.getByText('Confirmando seu pagamento...').waitFor();
    await page.getByRole('heading', { name: 'Pagamento confirmado!' }).waitFor();
    await page.getByRole('link', { name: 'Acessar Dashboard' }).click();
    await page.getByText('Você está usando o Prumo sem conta neste aparelho.').waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    await owner.openTab('Custos Fixos');
    // The banner stands above every page, so it may have only a line or two and its buttons.
    const banner = page.getByRole('region', { name: 'Sem conta' });
    expect((await banner.boundingBox())?.height).toBeLessThanOrEqual(170);
    await owner.addFixedCost('Aluguel', RENT);
    await page.getByText('R$ 10,50').first().waitFor();
    await page.reload();
    await page.getByText('Aluguel').first().waitFor();
  });

  test('signing in offers to take the data along, and the account then shows them', async () => {
    const { page } = testPage;
    await page.getByRole('button', { name: 'Entrar com Google' }).click();
    await chooseAccount(page, account.email);
    await page.getByRole('heading', { name: 'Levar os dados deste navegador?' }).waitFor();
    const yes = page.getByRole('button', { name: /^Sim, levar para a minha conta/ });
    await page.reload();
    await yes.click();
    await page.getByRole('heading', { name: 'Dashboard Financeiro' }).waitFor();
    expect(currentPath()).toBe('/dashboard');
    await owner.openTab('Custos Fixos');
    await page.getByText('Aluguel').first().waitFor();
    expect(await page.getByText('Você está usando o Prumo sem conta').count()).toBe(0);
  });

  test('the browser reports no script error and no console problem on any of these pages', () => {
    expect(testPage.problems).toEqual([]);
  });
});

describe('the code of a receipt', () => {
  test('entered on another device it moves access and data to an account there, and the browser that paid is informed', async () => {
    const paid = await product.newPage({ width: 390 });
    const code = await buyWithoutAccount(paid);
    await paid.page.getByRole('link', { name: 'Acessar Dashboard' }).click();
    const guestPages = new OwnerPages(paid.page, product.origin);
    await guestPages.openTab('Custos Fixos');
    await guestPages.addFixedCost('Luz', RENT);
    await paid.page.getByText('R$ 10,50').first().waitFor();

    const other = await product.newPage({ width: 1280 });
    await new OwnerPages(other.page, product.origin).signInByCalls((await product.newAccount()).email);
    await other.page.goto(`${product.origin}/account`);
    await other.page.getByRole('textbox', { name: 'Código do recibo' }).fill(code.toLowerCase());
    await other.page.getByRole('button', { name: 'Usar código' }).click();
    await other.page.getByText(/Código aceito/).waitFor();
    const buyer = new OwnerPages(other.page, product.origin);
    const list = other.page.getByRole('region', { name: 'Meus negócios' });
    await list.getByRole('listitem').filter({ hasText: 'Aberto no painel' }).filter({ hasText: '0 pratos' }).waitFor();
    await other.page.getByRole('link', { name: 'Ir para o painel' }).click();
    await buyer.openTab('Custos Fixos');
    await other.page.getByText('Luz').first().waitFor();

    await paid.page.goto(`${product.origin}/dashboard`);
    await paid.page.getByRole('heading', { name: 'Seu acesso não está mais neste navegador' }).waitFor();
    expect([paid.problems, other.problems]).toEqual([[], []]);
    await paid.close();
    await other.close();
  });
});

describe('an account with the e-mail that a guest typed', () => {
  test('the account waits for the guest, who can decline with one tap and go on', async () => {
    const email = `digitado-${randomUUID().slice(0, 8)}@exemplo.com`;
    const paid = await product.newPage({ width: 390 });
    await buyWithoutAccount(paid, email);

    const other = await product.newPage({ width: 1280 });
    await new OwnerPages(other.page, product.origin).signInByCalls(email);
    await other.page.goto(product.origin);
    const verify = other.page.getByRole('button', { name: 'Verificar Meu Pagamento' });
    await verify.click();
    await other.page.getByText(/Quem pagou está usando este acesso em outro navegador/).waitFor();

    await paid.page.getByRole('link', { name: 'Acessar Dashboard' }).click();
    const question = paid.page.getByRole('region', { name: 'Pedido de acesso' });
    await question.getByText(`${email} pediu o seu acesso ao Prumo.`).waitFor();
    await question.getByRole('button', { name: 'Não fui eu, recusar' }).click();
    await paid.page.getByText('Você está usando o Prumo sem conta neste aparelho.').waitFor();
    expect(await question.count()).toBe(0);

    await verify.click();
    await other.page.getByText(/não é seu/).waitFor();
    await paid.page.reload();
    await paid.page.getByRole('heading', { name: 'Dashboard Financeiro' }).waitFor();
    expect([paid.problems, other.problems]).toEqual([[], []]);
    await paid.close();
    await other.close();
  });
});
