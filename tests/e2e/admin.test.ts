import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { AdminPages } from '#tests/support/admin-pages.ts';
import type { TestPage } from '#tests/support/browser.ts';
import { buy, waitForStatus } from '#tests/support/buying.ts';
import { OwnerPages, visitorIn } from '#tests/support/owner-pages.ts';
import { ownProductInBrowser } from '#tests/support/product-in-browser.ts';

const PASSWORD = 'manjericão fresco';

const product = ownProductInBrowser({
  env: () => ({ ADMIN_EMAILS: 'admin@exemplo.com', ADMIN_PASSWORD: PASSWORD }),
});
/** The page of the administrator, who uses a notebook. */
let testPage: TestPage;
let admin: AdminPages;
/** A second administrator keeps the audit log open on a phone. */
let watcherPage: TestPage;
let watcher: AdminPages;
const openPages: TestPage[] = [];

async function newPage(width: number): Promise<TestPage> {
  const page = await product.newPage({ width });
  openPages.push(page);
  return page;
}

beforeAll(async () => {
  testPage = await newPage(1280);
  admin = new AdminPages(testPage.page, product.origin);
  watcherPage = await newPage(390);
  watcher = new AdminPages(watcherPage.page, product.origin);
});

const pathOf = (page: Page): string => new URL(page.url()).pathname;

describe('the sign-in of the administration', () => {
  test('the correct password opens the page that was asked for', async () => {
    await admin.signIn('admin@exemplo.com', PASSWORD);
    await testPage.page.getByRole('region', { name: 'Lista de pessoas' }).getByText('dona@exemplo.com').waitFor();
    await new OwnerPages(watcherPage.page, product.origin).signInByCalls('admin@exemplo.com');
    await watcherPage.page.goto(`${product.origin}/admin/audit`);
    await watcher.enterPassword(PASSWORD);
    await watcherPage.page.getByRole('heading', { name: 'Auditoria' }).waitFor();
    await watcher.waitForAuditEntry(/Admin do Prumo \(administração\) entrou na administração com a senha/);
    expect([pathOf(testPage.page), pathOf(watcherPage.page)]).toEqual(['/admin', '/admin/audit']);
  });
});

describe('the administration of people and payments', () => {
  let customer: TestPage;
  let owner: OwnerPages;

  test('granting access to an e-mail lets that person’s browser in at once, and an open audit log shows it', async () => {
    customer = await newPage(390);
    owner = new OwnerPages(customer.page, product.origin);
    await owner.signInByCalls('padeira@exemplo.com');
    await admin.submitGrant('padeira@exemplo.com');
    await testPage.page.getByText('Acesso liberado para padeira@exemplo.com.').waitFor();
    await customer.page.goto(`${product.origin}/dashboard`);
    await owner.openTab('Custos Fixos');
    await owner.addFixedCost('Aluguel', 105_000);
    await customer.page.getByText('R$ 10,50').first().waitFor();
    await watcher.waitForAuditEntry(/Admin do Prumo \(administração\) concedeu acesso a um e-mail/);
    await watcher.waitForAuditEntry(/padeira cadastrou o custo fixo “Aluguel”, de R\$\s10,50/);
    expect(pathOf(customer.page)).toBe('/dashboard');
  });

  test('after access is revoked the next change is refused, and every administrator can read the reason', async () => {
    const { page } = testPage;
    await admin.openPerson('padeira@exemplo.com');
    await page.getByRole('button', { name: 'Revogar acesso' }).click();
    await page.getByLabel('Motivo da revogação').fill('Pediu para sair');
    await page.keyboard.press('Enter');
    await page.getByText('Acesso revogado.').waitFor();
    await page.getByText('PENDENTE', { exact: true }).waitFor();
    // The open dashboard learns of it and leaves; a request that is sent all the same is refused.
    await customer.page.waitForURL(`${product.origin}/`);
    const refused = await customer.page.evaluate(async () => {
      const body = JSON.stringify({ name: 'Luz', value: 100 });
      const headers = { 'Content-Type': 'application/json' };
      return (await fetch('/api/fixed-costs', { method: 'POST', headers, body })).status;
    });
    expect(refused).toBe(403);
    await watcher.waitForAuditEntry(
      /Admin do Prumo \(administração\) revogou todo o acesso de padeira: Pediu para sair\./,
    );
  });

  test('a payment can be checked and refunded, and a refund ends the access it paid for', async () => {
    const buyer = await newPage(390);
    await new OwnerPages(buyer.page, product.origin).signInByCalls('comprador@exemplo.com');
    const visitor = visitorIn(buyer.page, product.origin);
    const { payment_id: paymentId } = await buy(visitor, { name: 'Comprador', email: 'comprador@exemplo.com' });

    const { page } = testPage;
    await page.goto(`${product.origin}/admin`);
    await page.getByRole('button', { name: 'Verificar todos os pagamentos' }).click();
    await page.getByText('1 pagamento verificado, 0 confirmados agora.').waitFor();
    const results = page.getByRole('region', { name: 'Pagamentos verificados' });
    expect(await results.innerText()).toMatch(/comprador@exemplo\.com[^]*aguardando[^]*PENDENTE/);

    await visitor.call('POST', `/api/dev/payments/${paymentId}/simulate`, { body: { outcome: 'paid' } });
    await waitForStatus(visitor, paymentId, 'CONFIRMED');
    await admin.openPerson('comprador@exemplo.com');
    await page.getByText('LIBERADO', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Devolver' }).click();
    await page.getByLabel('Motivo da devolução').fill('Desistiu em sete dias');
    await page.getByRole('button', { name: 'Devolver o dinheiro' }).click();
    await page.getByText(/Pagamento devolvido e acesso retirado\.|Devolução pedida/).waitFor();
    await page.getByText(/^R\$\s10,00 · devolvido$/).waitFor();
    await watcher.waitForAuditEntry(/pediu a devolução do pagamento: Desistiu em sete dias\./);
    await buyer.page.goto(`${product.origin}/dashboard`);
    await buyer.page.getByRole('button', { name: 'Verificar Meu Pagamento' }).waitFor();
  });
});

describe('the audit log', () => {
  test('it can be searched, opened and downloaded by keyboard alone', async () => {
    const { page } = watcherPage;
    await page.getByLabel('Buscar nas frases').focus();
    await page.keyboard.type('aluguel padeira');
    await page.getByText(/Hoje/).waitFor();
    await watcher
      .entries(/consultou/)
      .first()
      .waitFor({ state: 'detached' });
    expect(await watcher.entries(/./).count()).toBe(1);
    await watcher.entries(/Aluguel/).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Registro completo').first().waitFor();
    expect(await page.getByRole('region', { name: 'Acontecimentos' }).innerText()).toMatch(/Valor\s+R\$\s10,50/);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Baixar CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('prumo-auditoria.csv');
    const sheet = await text(await download.createReadStream());
    expect(sheet).toContain('“Aluguel”');
    expect(sheet).not.toContain('Pediu para sair');
  });
});

test('the status page reports a healthy system, and all five diagnostics pass', async () => {
  const { page } = testPage;
  await page.goto(`${product.origin}/status`);
  await page.getByRole('heading', { name: 'Saudável' }).waitFor();
  expect(await page.getByText('FUNCIONANDO').count()).toBe(4);
  await page.getByRole('link', { name: 'Testes' }).click();
  await page.getByRole('button', { name: 'Executar testes' }).click();
  await page.getByText('5 de 5 testes passaram.').waitFor();
});

test('signing out of the administration makes it ask for the password again', async () => {
  const { page } = testPage;
  await new OwnerPages(page, product.origin).signOut();
  expect(new URL(page.url()).pathname).toBe('/');
  await page.goto(`${product.origin}/admin`);
  await page.getByRole('heading', { name: 'Acesso Restrito' }).waitFor();
  await admin.enterEmail('admin@exemplo.com');
  expect(await page.getByLabel('Senha', { exact: true }).inputValue()).toBe('');
});

test('the browser reports no script error and no console problem on any page of the administration', () => {
  // A person whose access was revoked gets refusals, which their page logs.
  const isRefusal = (problem: string): boolean => /HTTP 403|every call was answered with a failure/.test(problem);
  const unexpected = openPages.flatMap(({ problems }) => problems.filter((each) => !isRefusal(each)));
  expect(unexpected).toEqual([]);
});
