import { afterAll, beforeAll } from 'vitest';
import { launchBrowser, type Look, type TestBrowser, type TestPage } from './browser.ts';
import { OwnerPages } from './owner-pages.ts';
import { type RunningProduct, startProduct } from './product.ts';

interface Options {
  /** Asked for when it is started. */
  readonly env?: () => Readonly<Record<string, string>>;
}

export interface ProductInBrowser {
  readonly origin: string;
  /** A page of its own: nothing shared with other pages, no cookies. */
  newPage(look?: Look): Promise<TestPage>;
  /** The same for an owner, who is signed in already where they are named. */
  newOwner(look?: Look, person?: string): Promise<{ readonly shown: TestPage; readonly owner: OwnerPages }>;
  /** kill -9, and another one in its place on the same port and data. */
  killAndStart(): Promise<void>;
}

/** The built product and a browser beside it, from before the first test of a file until after its last one. */
export function productInBrowser({ env = () => ({}) }: Options = {}): ProductInBrowser {
  let product: RunningProduct;
  let browser: TestBrowser;
  beforeAll(async () => {
    product = await startProduct({ env: env() });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await product.stop();
  });
  return {
    get origin() {
      return product.origin;
    },
    newPage: (look) => browser.newPage(look),
    async newOwner(look, person) {
      const shown = await browser.newPage(look);
      const owner = new OwnerPages(shown.page, product.origin);
      if (person !== undefined) await owner.signIn(person);
      return { shown, owner };
    },
    async killAndStart() {
      await product.kill();
      product = await startProduct({ env: product.env });
    },
  };
}
