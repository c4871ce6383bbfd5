import { monthsBefore } from '#domain/figures/mix.ts';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { AdminPages, chooseAccount } from '#tests/support/admin-pages.ts';
import { dayOf } from '#contract/instants.ts';
import { axe } from '#tests/support/browser.ts';
import { SHARED_ADMIN_PASSWORD } from '#tests/support/global-product.ts';
import { visitorIn } from '#tests/support/owner-pages.ts';
import { productInBrowser } from '#tests/support/product-in-browser.ts';

const PUBLIC = [
  '/',
  '/login',
  '/terms',
  '/contact',
  '/no/such/page',
  '/payment/direct',
  '/payment/pix',
  '/payment/pending',
  '/payment/failure',
];
const TABS = ['dashboard', 'fixed-costs', 'variable-costs', 'revenue', 'ingredients', 'recipes', 'breakeven'];
/** The phone’s page is also narrowed to the narrowest phone, because nothing else differs there. */
const PHONE = 390;
const NARROWEST = 360;
/** The width that one word needs in a cell, in CSS pixels. */
const MIN_CELL_WIDTH = 80;
const widthsOf = (fields: (HTMLElement | SVGElement)[]): number[] =>
  fields.map((field) => field.getBoundingClientRect().width);
/** Axe checks two dozen screens, which takes long on a busy machine. */
const LIMIT_MS = 300_000;

/**
 * Makes a check independent of the scroll position: rows out of view are not laid out and keep the colours of the
 * former scheme, and bars at the bottom cover the controls that happen to be below them.
 */
const layOutEverything = (page: Page): Promise<unknown> =>
  page.evaluate(`for (const row of document.querySelectorAll('li')) row.style.contentVisibility = 'visible';
    for (const bar of document.querySelectorAll('#root *')) {
      const { position, bottom } = getComputedStyle(bar);
      if ((position === 'fixed' || position === 'sticky') && bottom !== 'auto') bar.style.position = 'static';
    }`);

interface Viewport {
  /** The width is in CSS pixels. */
  readonly width: number;
  readonly colorScheme: 'light' | 'dark';
}

/**
 * Collects the problems of each screen. Structure does not depend on the colour scheme, nor do colours on the width, so
 * each width is checked in one scheme only: the check of contrast takes three quarters of axe's time.
 */
function screenChecks(page: Page, { width }: Viewport) {
  const found: Record<string, unknown> = {};
  const overflow = (): Promise<unknown> => page.evaluate('document.documentElement.scrollWidth - innerWidth');
  const look = async (name: string): Promise<void> => {
    await layOutEverything(page);
    const problems: unknown[] = [...(await axe(page))];
    if ((await overflow()) !== 0) problems.push(`${width} px: too wide`);
    if (width === PHONE) {
      await page.setViewportSize({ width: NARROWEST, height: 844 });
      if ((await overflow()) !== 0) problems.push(`${NARROWEST} px: too wide`);
      await page.setViewportSize({ width, height: 844 });
    }
    if (problems.length > 0) found[name] = problems;
  };
  return { look, found };
}

/** Creates two channels, a cost and a price for one of them, sales in both last month, and a goal. */
async function sellInTwoChannels(origin: string, page: Page): Promise<void> {
  const { call } = visitorIn(page, origin);
  const send = async (method: string, path: string, body?: unknown): Promise<{ readonly id: string }> => {
    const { status, text } = await call(method, path, { body });
    if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
    return JSON.parse(text) as { readonly id: string };
  };
  await send('POST', '/api/channels', { name: 'Balcão' });
  const { id: app } = await send('POST', '/api/channels', { name: 'App' });
  await send('POST', '/api/variable-costs', { name: 'Comissão do app', percentage: 23, channels: [app] });
  const dishes = (await send('GET', '/api/dishes')) as unknown as readonly { readonly id: string }[];
  await send('PUT', `/api/dishes/${dishes[0]?.id}`, { prices: { [app]: 61.9 } });
  const month = monthsBefore(dayOf(new Date()).slice(0, 7), 1);
  for (const channel of ['main', app]) {
    const rows = dishes.slice(0, 4).map(({ id }, i) => ({ dish_id: id, quantity: 40 + i * 30 }));
    await send('PUT', `/api/sales/${month}/${channel}`, { rows });
  }
  await send('PUT', '/api/business-settings', { profit_goal: 3_000 });
}

/** Defines the tests of all screens at one width. Each width is a file of its own, so that they run in parallel. */
export function everyScreenAt(viewport: Viewport): void {
  const product = productInBrowser();

  test(
    'every public page and every screen of an owner passes axe and is laid out within the page',
    { timeout: LIMIT_MS },
    async () => {
      const testPage = await product.newPage(viewport);
      const { page } = testPage;
      const { look, found } = screenChecks(page, viewport);
      for (const path of PUBLIC) {
        await page.goto(product.origin + path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await look(path);
      }
      await page.goto(`${product.origin}/payment/direct`);
      await page.getByRole('button', { name: 'Pagar R$10 via PIX' }).click();
      await page.getByRole('alert').waitFor();
      await look('a form that is not filled');
      await page.getByLabel('Nome').fill('Maria');
      await page.getByLabel('E-mail').fill('maria@exemplo.com');
      await page.getByRole('button', { name: 'Pagar R$10 via PIX' }).click();
      await page.getByRole('button', { name: 'Já Paguei - Verificar Status' }).click();
      await page.getByText('O banco ainda não avisou').waitFor();
      await look('a code to pay by');
      await page.getByRole('button', { name: 'Simular pagamento' }).click();
      await page.getByRole('heading', { name: 'Pagamento confirmado!' }).waitFor();
      await look('a payment that has arrived');
      await page.getByRole('link', { name: 'Ver recibo' }).click();
      await page.getByRole('button', { name: 'Imprimir' }).waitFor();
      await look('a receipt');
      await page.goto(`${product.origin}/account`);
      await page.getByRole('link', { name: 'Ver recibo' }).waitFor();
      await look('a guest’s account');
      await page.getByRole('button', { name: 'Sair' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Copiar código' }).waitFor();
      await look('a guest about to leave');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Entrar com Google' }).click();
      await chooseAccount(page, (await product.newAccount()).email);
      await page.getByRole('button', { name: /^Não, deixar separado/ }).waitFor();
      await look('joining');
      await page.getByRole('button', { name: /^Não, deixar separado/ }).click();
      await page.getByRole('heading', { name: 'Dashboard Financeiro' }).waitFor();
      await page.goto(`${product.origin}/account`);
      await page.getByText('Excluir meus dados').click();
      await look('an account');
      for (const tab of TABS) {
        await page.goto(`${product.origin}/dashboard?tab=${tab}`);
        await page
          .getByText(/R\$\s|%/)
          .filter({ visible: true })
          .first()
          .waitFor();
        await look(tab);
      }
      await page.goto(`${product.origin}/dashboard?tab=recipes`);
      await page.getByRole('button', { name: 'Pizza Camarão' }).click();
      await page.getByRole('button', { name: 'Editar preço' }).click();
      await look('an open dish');
      await page.getByRole('link', { name: 'Imprimir ficha' }).click();
      await page.getByRole('button', { name: 'Imprimir ficha' }).waitFor();
      await look('a dish on paper');
      await page.goto(`${product.origin}/dashboard/importar`);
      await page
        .getByLabel('Cole aqui as células da planilha')
        .fill('Insumo;Unidade;Preço;Comprado em\nMuçarela;kg;42,90;\nFubá;;x;2 kg');
      await look('a sheet to import');
      await page.getByRole('button', { name: 'Conferir' }).click();
      await page.getByRole('heading', { name: '2 linhas para conferir' }).waitFor();
      const widths = await page.getByRole('table').getByRole('textbox').evaluateAll(widthsOf);
      if (Math.min(...widths) < MIN_CELL_WIDTH) found['cells of a sheet'] = widths;
      await look('its rows');
      await page.goto(`${product.origin}/dashboard/relatorio-de-vendas`);
      await page.getByRole('button', { name: 'Escolher arquivo' }).waitFor();
      await look('a report to choose');
      await page.getByLabel('Arquivo do relatório').setInputFiles({
        name: 'vendas.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(
          'Produto;Qtde;Valor total\nPizza Muçarela;3;150,00\nPiza Calabreza;1;50,00\nSuco;1,5;9,00\n' +
            'Pizza Camarão;2;-119,80\n;2;100,00\nPizza Muçarela;#REF!;10,00\nTotal;6;209,00\n',
        ),
      });
      await page.getByRole('heading', { name: 'Falta dizer o que são 2 produtos' }).waitFor();
      await page.getByRole('button', { name: /^Devolução, na linha/ }).waitFor();
      await page.getByText('A planilha tem “#REF!” nesta linha: a conta está quebrada.').waitFor();
      await look('a report');
      await page.goto(`${product.origin}/dashboard/e-se`);
      await page.getByLabel('Quanto').fill('8');
      await page.keyboard.press('Enter');
      await page.getByText(/mudanças em teste/).waitFor();
      await look('E se?');
      await page.goto(`${product.origin}/dashboard/compras/rapida`);
      await page.getByRole('combobox', { name: 'O que comprou' }).fill('muça');
      await page.getByRole('option', { name: 'Muçarela' }).click();
      await page.getByRole('textbox', { name: /^Preço de/ }).fill('1.250');
      await look('a quick purchase');
      await page.getByRole('textbox', { name: /^Preço de/ }).fill('52');
      await page.getByRole('button', { name: 'Salvar compra' }).click();
      await page.getByText(/^Compra lançada/).waitFor();
      await look('what a purchase moved');
      await page.getByRole('link', { name: 'Ver a compra' }).click();
      await page.getByRole('heading', { name: 'O que veio' }).waitFor();
      await look('a purchase');
      await page.goto(`${product.origin}/dashboard/compras`);
      await page.getByRole('list', { name: 'Compras' }).waitFor();
      await look('the purchases');
      await page.goto(`${product.origin}/dashboard/compras/nota`);
      await page.getByRole('button', { name: 'Outro item' }).click();
      await page.getByRole('textbox', { name: /^Frete/ }).fill('1,2,3');
      await page.getByRole('button', { name: 'Salvar compra' }).click();
      await look('a receipt');
      await page.goto(`${product.origin}/dashboard/lista-de-compras`);
      await page.getByRole('textbox', { name: 'Quantos: Pizza Calabresa' }).fill('40');
      if (viewport.width === PHONE) {
        await look('dishes for a shopping list');
        await page.getByRole('radio', { name: 'Em casa' }).check();
      }
      await page.getByRole('textbox', { name: 'Em casa: Caixa de pizza, em un' }).fill('9.500');
      await look('what is at home');
      if (viewport.width === PHONE) await page.getByRole('radio', { name: 'Lista' }).check();
      await page.getByRole('checkbox', { name: /^Muçarela/ }).check();
      await look('a shopping list');
      await page.goto(`${product.origin}/dashboard?tab=ingredients`);
      await page.getByRole('button', { name: /Editar Muçarela/ }).click();
      await page.getByLabel('Preço', { exact: true }).last().fill('68,90');
      await page.getByText(/^Pratos afetados/).waitFor();
      await look('a price with its consequences');
      await sellInTwoChannels(product.origin, page);
      await page.goto(`${product.origin}/dashboard?tab=variable-costs`);
      await page.getByText('Canais de venda: Balcão e App').click();
      await page.getByRole('button', { name: 'Editar App' }).click();
      await page.getByRole('button', { name: /^Editar Comissão do app/ }).click();
      await page.getByRole('group', { name: 'Onde este custo é pago' }).last().waitFor();
      await look('channels, and a cost of one of them');
      await page.goto(`${product.origin}/dashboard?tab=recipes`);
      await page.getByRole('button', { name: 'Pizza Muçarela' }).click();
      await page.getByRole('button', { name: /^Editar App/ }).click();
      await page.getByRole('button', { name: /^Usar R\$/ }).waitFor();
      await look('the price for a channel');
      await page.getByRole('link', { name: 'Imprimir ficha' }).click();
      await page.getByRole('table', { name: 'Pizza Muçarela em cada canal' }).waitFor();
      await look('a dish on paper, in each channel');
      await page.goto(`${product.origin}/dashboard?tab=breakeven`);
      await page.getByRole('button', { name: 'Sei quanto entrou: Pizza Muçarela' }).click();
      await page.getByLabel('Vendidos: Pizza Camarão').fill('99999999');
      await page.getByRole('button', { name: 'Salvar vendas' }).click();
      await page.getByText('Digite um número inteiro de vendas').waitFor();
      await look('what was sold, with a number that is none');
      expect(found).toEqual({});
      expect(testPage.problems).toEqual([]);
      await testPage.close();
    },
  );

  test(
    'every screen of the administration passes axe and is laid out within the page',
    { timeout: LIMIT_MS },
    async () => {
      const testPage = await product.newPage(viewport);
      const { page } = testPage;
      const { look, found } = screenChecks(page, viewport);
      const admin = new AdminPages(page, product.origin);
      await page.goto(`${product.origin}/admin`);
      await page.getByRole('heading', { name: 'Acesso Restrito' }).waitFor();
      await look('restricted');
      await page.goto(`${product.origin}/admin-login`);
      await page.getByRole('button', { name: 'Continuar' }).click();
      await page.getByText('Por favor, insira seu email').waitFor();
      await look('the first step');
      await admin.enterEmail('admin@exemplo.com');
      await page.getByRole('button', { name: 'Entrar', exact: true }).click();
      await page.getByRole('alert').waitFor();
      await look('the second step');
      await page.goto(`${product.origin}/password-verification`);
      await page.getByRole('heading', { name: 'Verificação de segurança' }).waitFor();
      await look('the security password');
      await page.goto(`${product.origin}/admin`);
      await admin.enterPassword(SHARED_ADMIN_PASSWORD);
      await page.getByRole('region', { name: 'Lista de pessoas' }).waitFor();
      await admin.submitGrant('');
      await page.getByRole('button', { name: 'Verificar todos os pagamentos' }).click();
      await page.getByText(/pagamentos? verificados?,/).waitFor();
      await look('people');
      const { email, name } = await product.newAccount();
      await admin.openPerson(email);
      await page.getByRole('button', { name: 'Revogar acesso' }).click();
      await page.getByRole('button', { name: 'Revogar acesso' }).click();
      await page.getByText('Escreva o motivo.').waitFor();
      await admin.waitForAuditEntry(new RegExp(`consultou os dados de ${name}`));
      await look('one person');
      await page.goto(`${product.origin}/admin/audit`);
      await page.getByLabel('Buscar nas frases').fill('entrou na administração');
      await admin
        .entries(/entrou na administração/)
        .first()
        .click();
      await page.getByText('Registro completo').first().click();
      await look('the trail');
      await page.goto(`${product.origin}/status`);
      await page.getByRole('heading', { name: 'Saudável' }).waitFor();
      await look('status');
      await page.goto(`${product.origin}/test`);
      await page.getByRole('button', { name: 'Executar testes' }).click();
      await page.getByText('5 de 5 testes passaram.').waitFor();
      await look('tests');
      await page.goto(`${product.origin}/dashboard`);
      await page.getByRole('navigation', { name: 'Administração' }).waitFor();
      await look('an administrator’s dashboard');
      expect(found).toEqual({});
      expect(testPage.problems).toEqual([]);
      await testPage.close();
    },
  );
}
