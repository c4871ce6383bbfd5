import type { Locator, Page } from 'playwright-core';

/** Chooses an account on the local issuer's own page, whether the issuer knows it or not. */
export async function chooseAccount(page: Page, email: string): Promise<void> {
  await page.waitForURL(/\/dev-idp\//);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('button', { name: 'Entrar com esta conta' }).click();
}

/** The pages of the administration, operated by their visible texts. */
export class AdminPages {
  readonly page: Page;
  readonly origin: string;
  constructor(page: Page, origin: string) {
    this.page = page;
    this.origin = origin;
  }

  /** Enters the e-mail and signs in at the local issuer. Ends at the form for the password. */
  async enterEmail(email: string): Promise<void> {
    await this.page.goto(`${this.origin}/admin-login`);
    await this.page.getByRole('button', { name: 'Continuar' }).click();
    await this.page.getByText('Por favor, insira seu email').waitFor();
    await this.page.getByLabel('E-mail').fill(email);
    await this.page.getByRole('button', { name: 'Continuar' }).click();
    await chooseAccount(this.page, email);
    await this.page.getByRole('heading', { name: 'Senha da administração' }).waitFor();
  }

  async enterPassword(password: string): Promise<void> {
    await this.page.getByLabel('Senha', { exact: true }).fill(password);
    await this.page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await this.page.getByText('Verificando…').waitFor({ state: 'detached' });
  }

  async signIn(email: string, password: string): Promise<void> {
    await this.enterEmail(email);
    await this.enterPassword(password);
    await this.page.getByRole('heading', { name: 'Pessoas e pagamentos' }).waitFor();
  }

  async submitGrant(email: string): Promise<void> {
    await this.page.getByLabel('E-mail', { exact: true }).fill(email);
    await this.page.keyboard.press('Enter');
  }

  async openPerson(email: string): Promise<void> {
    await this.page.goto(`${this.origin}/admin`);
    await this.page.getByLabel('Buscar por nome ou e-mail').fill(email);
    await this.page.getByRole('link', { name: email }).click();
    await this.page.getByRole('heading', { name: 'Sessões abertas' }).waitFor();
  }

  /** The entries of the audit log with this sentence. */
  entries(sentence: RegExp): Locator {
    return this.page.getByRole('region', { name: 'Acontecimentos' }).getByRole('button').filter({ hasText: sentence });
  }

  /** Expects an entry of the audit log soon, without a reload. */
  async waitForAuditEntry(sentence: RegExp): Promise<void> {
    await this.entries(sentence).first().waitFor();
  }
}
