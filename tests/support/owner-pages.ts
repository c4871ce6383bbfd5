import { findAppName } from '#domain/business/channel/channels.ts';
import type { Locator, Page } from 'playwright-core';
import type { TenThousandths } from '#domain/decimal.ts';
import { formatForInput } from '#domain/numerals.ts';
import { chooseAccount } from './admin-pages.ts';
import { type ApiVisitor, signIn } from './visitor.ts';

/** The pages of the product for an owner, operated by their visible texts. */
export class OwnerPages {
  readonly page: Page;
  readonly origin: string;
  constructor(page: Page, origin: string) {
    this.page = page;
    this.origin = origin;
  }

  /**
   * Signs in through the sign-in button and the local issuer's own page.
   * @param person one of the sample accounts by name, or anybody by e-mail
   */
  async signIn(person: string): Promise<void> {
    await this.page.goto(`${this.origin}/login`);
    await this.page.getByRole('button', { name: 'Entrar com Google' }).click();
    if (person.includes('@')) await chooseAccount(this.page, person);
    else await this.page.getByRole('button', { name: person }).click();
    await this.page.getByRole('heading', { name: 'Dashboard Financeiro' }).waitFor();
  }

  /**
   * Signs in through the same round trip without its pages, which the tests of signing in cover. Stays on the current
   * page.
   */
  async signInByCalls(email: string): Promise<void> {
    await signIn(visitorIn(this.page, this.origin), this.origin, email);
  }

  /** Signs in and opens the dashboard. */
  async openSignedIn(email: string): Promise<void> {
    await this.signInByCalls(email);
    await this.page.goto(`${this.origin}/dashboard`);
    await this.page.getByRole('heading', { name: 'Dashboard Financeiro' }).waitFor();
  }

  /** Opens the menu, if the header is too narrow to show all its items. */
  async openMenu(): Promise<void> {
    const menu = this.page.getByRole('button', { name: 'Mais opções' });
    if (await menu.isVisible()) await menu.click();
  }

  /** Signs out by the visible button or the one in the menu; ends on a page without a signed-in person. */
  async signOut(): Promise<void> {
    await this.openMenu();
    // The page forgets the person first and then loads anew.
    await Promise.all([this.page.waitForEvent('load'), this.page.getByRole('button', { name: 'Sair' }).click()]);
  }

  async openTab(name: string): Promise<void> {
    await this.page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
    await this.page.getByRole('heading', { level: 1, name: HEADINGS[name] ?? name, exact: true }).waitFor();
  }

  async addFixedCost(name: string, value: TenThousandths): Promise<void> {
    await this.#add({ Nome: name, 'Valor por mês': formatForInput(value) });
  }

  async addVariableCost(name: string, percentage: TenThousandths): Promise<void> {
    await this.#add({ Nome: name, Percentual: formatForInput(percentage) });
    if (findAppName(name) === undefined) return;
    await this.page.getByRole('button', { name: 'Em todas as vendas' }).click();
    await this.page.getByRole('button', { name: 'Adicionar', exact: true }).click();
  }

  async addIngredient(ingredient: {
    readonly name: string;
    readonly unit: string;
    readonly unitPrice: TenThousandths;
  }) {
    const { name, unit, unitPrice: price } = ingredient;
    await this.#add({ Nome: name, Unidade: unit, [`Preço por ${unit}`]: formatForInput(price) });
  }

  /** Types into the fields and presses Enter in the last one. */
  async #add(texts: Readonly<Record<string, string>>): Promise<void> {
    const main = this.page.getByRole('main');
    for (const [label, text] of Object.entries(texts)) {
      const field = main.getByLabel(label, { exact: true }).first();
      await field.click();
      await field.pressSequentially(text);
    }
    await this.page.keyboard.press('Enter');
  }

  month(name: string): Locator {
    return this.page.getByRole('group', { name });
  }

  async typeMonth(name: string, revenue: TenThousandths, orders: number): Promise<void> {
    const month = this.month(name);
    await month.getByLabel('Faturamento').pressSequentially(formatForInput(revenue));
    if (orders > 0) await month.getByLabel('Pedidos').pressSequentially(String(orders));
    await month.getByLabel(orders > 0 ? 'Pedidos' : 'Faturamento').blur();
    await this.page.getByText(`${name}: Salvo`).waitFor({ state: 'attached' });
  }

  /** The card of a dish; the button with its name opens it. */
  dish(name: string): Locator {
    return this.page
      .getByRole('listitem')
      .filter({ has: this.page.getByRole('button', { name }) })
      .first();
  }

  async addDish(name: string): Promise<Locator> {
    await this.page.getByLabel('Nome do prato').fill(name);
    await this.page.keyboard.press('Enter');
    const dish = this.dish(name);
    await dish.getByRole('button', { name: 'Salvar Prato' }).waitFor();
    return dish;
  }

  async addLine(dish: Locator, ingredient: string, quantity: TenThousandths): Promise<void> {
    const choice = dish.getByRole('combobox', { name: 'Insumo' });
    await choice.fill(ingredient);
    await this.page.getByRole('option', { name: ingredient }).first().click();
    await dish
      .getByLabel(/^Quantidade \(/)
      .last()
      .pressSequentially(formatForInput(quantity));
    await this.page.keyboard.press('Enter');
    await dish.getByRole('button', { name: `Tirar ${ingredient} da ficha` }).waitFor();
  }

  async setPrice(dish: Locator, price: TenThousandths): Promise<void> {
    await dish.getByRole('button', { name: 'Definir preço' }).click();
    await dish.getByLabel('Preço de venda', { exact: true }).pressSequentially(formatForInput(price));
    await this.page.keyboard.press('Enter');
    await dish.getByRole('button', { name: 'Editar preço' }).waitFor();
  }

  /** Returns the text of the page's main part with ordinary spaces only. */
  async text(of: Locator = this.page.getByRole('main')): Promise<string> {
    return (await of.innerText()).replaceAll(/[\u00A0\s]+/g, ' ');
  }
}

/** The headings that differ from the name of their tab. */
const HEADINGS: Readonly<Record<string, string>> = {
  Dashboard: 'Dashboard Financeiro',
  'Ponto Equilíbrio': 'Ponto de Equilíbrio',
};

/** A visitor with the page's cookies. */
export const visitorIn = (page: Page, origin: string): Pick<ApiVisitor, 'call'> => ({
  async call(method, path, { body, headers = {} } = {}) {
    const response = await page.context().request.fetch(`${origin}${path}`, {
      method,
      maxRedirects: 0,
      headers: { Accept: 'application/json', 'Sec-Fetch-Site': 'same-origin', Origin: origin, ...headers },
      ...(body !== undefined && { data: body }),
    });
    const text = await response.text();
    return {
      status: response.status(),
      headers: new Headers(
        response
          .headersArray()
          .filter(({ name }) => name.toLowerCase() !== 'set-cookie') // The page keeps the cookies.
          .map(({ name, value }): [string, string] => [name, value]),
      ),
      text,
      json: (text.startsWith('{') ? JSON.parse(text) : undefined) as never,
    };
  },
});
