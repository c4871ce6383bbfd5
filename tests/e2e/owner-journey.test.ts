import { beforeAll, describe, expect, test } from 'vitest';
import { formatCount, formatMoney, formatPercentage } from '#domain/format.ts';
import { businessAfter, workedCase } from '#tests/figures/worked-cases.ts';
import type { TestAccount } from '#tests/support/accounts.ts';
import type { TestPage } from '#tests/support/browser.ts';
import { OwnerPages } from '#tests/support/owner-pages.ts';
import { ownProductInBrowser } from '#tests/support/product-in-browser.ts';

const product = ownProductInBrowser();
let testPage: TestPage;
let owner: OwnerPages;
let account: TestAccount;

beforeAll(async () => {
  testPage = await product.newPage({ width: 390 });
  owner = new OwnerPages(testPage.page, product.origin);
  account = await product.newAccount({ hasPizzeria: false });
});

const MONTHS = ['Janeiro', 'Fevereiro', 'Março', 'Abril'];
const { commands, expected } = workedCase('pizzeria');
const business = businessAfter(commands);
const { dashboard, breakEven, revenue } = expected;
if (!breakEven || !revenue) throw new Error('the pizzeria has no revenue or no break-even');
/** The amount as `text()` returns it. */
const reais = (units: number): string => formatMoney(units).replaceAll('\u00A0', ' ');

describe('a pizzeria typed into the screens', () => {
  test('an empty business is told on every tab what is missing', async () => {
    await owner.signIn(account.email);
    await expect.poll(() => owner.text()).toContain('incompleto');
    await owner.openTab('Custos Fixos');
    expect(await owner.text()).toContain('Nenhum custo fixo cadastrado ainda.');
    await owner.openTab('Custos Variáveis');
    expect(await owner.text()).toContain('Nenhum custo variável cadastrado ainda.');
    await owner.openTab('Insumos');
    expect(await owner.text()).toContain('Nenhum insumo cadastrado ainda.');
  });

  test('the tab of fixed costs shows the exact total', async () => {
    await owner.openTab('Custos Fixos');
    for (const { name, value } of business.fixedCosts.values()) await owner.addFixedCost(name, value);
    await expect.poll(() => owner.text()).toContain(reais(dashboard.custosFixos));
  });

  test('the tab of variable costs shows the exact total', async () => {
    await owner.openTab('Custos Variáveis');
    for (const { name, percentage: rate } of business.variableCosts.values()) await owner.addVariableCost(name, rate);
    await expect.poll(() => owner.text()).toContain(formatPercentage(dashboard.custosVariaveisPercentual));
  });

  test('the revenue of a month is saved when its field loses focus, and the tab shows the exact means', async () => {
    await owner.openTab('Faturamento');
    for (const { month, value, orders } of business.months.values())
      if (value > 0) await owner.typeMonth(MONTHS[month - 1] ?? '', value, orders);
    const text = await owner.text();
    expect(text).toContain(reais(revenue.annual));
    expect(text).toContain(reais(dashboard.faturamentoMedio));
    expect(text).toContain(`${revenue.monthsFilled} de 12`);
    expect(text).toContain(reais(dashboard.ticketMedio));
  });

  test('the tab of ingredients shows small unit prices exactly', async () => {
    await owner.openTab('Insumos');
    for (const ingredient of business.ingredients.values()) await owner.addIngredient(ingredient);
    await expect.poll(() => owner.text()).toContain('R$ 0,0385');
  });

  test('the tab of dishes shows the exact mean CMV and contribution margin', async () => {
    await owner.openTab('Ficha Técnica');
    for (const { name, lines, salePrice: price } of business.dishes.values()) {
      const dish = await owner.addDish(name);
      for (const line of lines) await owner.addLine(dish, line.ingredientId, line.quantity);
      if (price > 0) await owner.setPrice(dish, price);
      await dish.getByRole('button', { name: 'Salvar Prato' }).click();
    }
    for (const figures of expected.dishes) {
      const { name = '', salePrice: price = 0 } = business.dishes.get(figures.id) ?? {};
      const text = await owner.text(owner.dish(name));
      const shownFigures =
        price > 0
          ? [
              reais(price),
              reais(figures.contributionMargin),
              formatPercentage(figures.contributionMarginPercentage),
              reais(figures.netProfit),
            ]
          : ['Não definido', 'Pendente'];
      for (const figure of [reais(figures.cmv), ...shownFigures]) expect(text).toContain(figure);
    }
    const text = await owner.text();
    expect(text).toContain(formatPercentage(dashboard.cmvMedio));
    expect(text).toContain(formatPercentage(dashboard.margemContribuicao));
  });

  const expectFigures = async (): Promise<void> => {
    await owner.openTab('Ponto Equilíbrio');
    const sheet = await owner.text();
    for (const figure of [
      reais(breakEven.revenue),
      `${formatCount(breakEven.sales)} vendas`,
      reais(dashboard.custosFixos),
      formatPercentage(dashboard.margemContribuicao),
      reais(dashboard.ticketMedio),
      formatPercentage(breakEven.progress),
      reais(-breakEven.surplus),
      'Abaixo do ponto de equilíbrio',
    ])
      expect(sheet).toContain(figure);
    await owner.openTab('Dashboard');
    await owner.page.getByText('Resumo do negócio').waitFor();
    const cards = await owner.text();
    for (const figure of [
      reais(dashboard.faturamentoMedio),
      reais(dashboard.custosFixos),
      formatPercentage(dashboard.custosVariaveisPercentual),
      formatPercentage(dashboard.cmvMedio),
      formatPercentage(dashboard.lucroMedio),
      reais(dashboard.pontoEquilibrio),
      reais(dashboard.ticketMedio),
      formatPercentage(dashboard.margemContribuicao),
      formatPercentage(-breakEven.performance),
    ])
      expect(cards).toContain(figure);
  };

  test('break-even and dashboard show the exact figures', async () => {
    await expectFigures();
  });

  test('the figures are the same after a reload and on another device', async () => {
    await owner.page.reload();
    await owner.page.getByText('Resumo do negócio').waitFor();
    await expectFigures();
    const { testPage: other, owner: notebook } = await product.newOwner({ width: 1280, colorScheme: 'dark' }, account);
    await other.page.getByText('Resumo do negócio').waitFor();
    expect(await notebook.text()).toContain(reais(dashboard.pontoEquilibrio));
    expect(other.problems).toEqual([]);
    await other.close();
  });

  test('the figures are the same after the server was killed and started again', async () => {
    expect(testPage.problems).toEqual([]);
    await product.killAndStart();
    await owner.page.reload();
    await owner.page.getByText('Resumo do negócio').waitFor();
    // The browser itself logs requests that failed while the server was down.
    const isAway = /^Failed to load resource: (?:net::ERR_|the server responded with a status of 503)/;
    expect(testPage.problems.filter((problem) => !isAway.test(problem))).toEqual([]);
    const known = testPage.problems.length;
    await expectFigures();
    expect(testPage.problems.slice(known)).toEqual([]);
  });
});
