import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import { newAccount, type TestAccount } from './accounts.ts';
import { openBrowser, type Look, type TestBrowser, type TestPage } from './browser.ts';
import type { ProductStorage } from './database.ts';
import { OwnerPages } from './owner-pages.ts';
import { type RunningProduct, startProduct } from './product.ts';

export interface ProductInBrowser {
  readonly origin: string;
  readonly storage: ProductStorage;
  /** A separate page: it shares nothing with other pages and has no cookies. */
  newPage(look?: Look): Promise<TestPage>;
  /** Creates a new account with access, with the sample pizzeria by default. */
  newAccount(wanted?: { readonly hasPizzeria?: boolean }): Promise<TestAccount>;
  /** Opens a separate page on the dashboard of an account; by default a new one with the sample pizzeria. */
  newOwner(look?: Look, account?: TestAccount): Promise<{ readonly testPage: TestPage; readonly owner: OwnerPages }>;
}

/** The product that a whole run shares, with pages of this file, which close after its last test. */
export const productInBrowser = (): ProductInBrowser => {
  const browser = browserOfFile();
  return inBrowser(browser, () => inject('sharedProduct'));
};

interface Options {
  /** The environment, which is read at the start of the product. */
  readonly env?: () => Readonly<Record<string, string>>;
}

export interface OwnProductInBrowser extends ProductInBrowser {
  /** Kills the process (kill -9) and starts another one on the same port and data. */
  killAndStart(): Promise<void>;
}

/**
 * A separate product for a file that needs another configuration, reads the data of all accounts or kills the product.
 */
export function ownProductInBrowser({ env = () => ({}) }: Options = {}): OwnProductInBrowser {
  let product: RunningProduct;
  beforeAll(async () => {
    product = await startProduct({ env: env() });
  });
  afterAll(() => product.stop());
  const ownProduct = inBrowser(browserOfFile(), () => ({
    origin: product.origin,
    url: product.env['DATABASE_URL'] ?? '',
    eventStoreUrl: product.env['EVENT_STORE_URL'],
  }));
  return Object.assign(ownProduct, {
    async killAndStart() {
      await product.kill();
      product = await startProduct({ env: product.env });
    },
  });
}

function browserOfFile(): () => TestBrowser {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') console.error(await browser.describePages());
  });
  afterAll(() => browser.close());
  return () => browser;
}

const inBrowser = (
  browser: () => TestBrowser,
  product: () => ProductStorage & { readonly origin: string },
): ProductInBrowser => ({
  get origin() {
    return product().origin;
  },
  get storage() {
    return product();
  },
  newPage: (look) => browser().newPage(look),
  newAccount: (wanted) => newAccount(product(), wanted),
  async newOwner(look, account) {
    const { email } = account ?? (await newAccount(product()));
    const testPage = await browser().newPage(look);
    const owner = new OwnerPages(testPage.page, product().origin);
    await owner.openSignedIn(email);
    return { testPage, owner };
  },
});
