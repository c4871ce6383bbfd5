import type { Page } from 'playwright-core';
import type { ActorName } from './actors.ts';

/** A screen as a person opens it. Its reads are observed and not listed here. */
export interface Screen {
  /** An address with ids of the actor: '/dashboard/ficha/:dish'. */
  readonly path: string;
  readonly who: ActorName;
  /** Opens parts of the screen that cause more reads. Elements that do not exist are skipped. */
  readonly open?: (page: Page) => Promise<void>;
  /** The milliseconds that it waits by itself. */
  readonly pause?: number;
  /** Tells whether it shows more of the same on request, so that its content differs. */
  readonly growsByRetry?: true;
}

const TABS = ['dashboard', 'fixed-costs', 'variable-costs', 'revenue', 'ingredients', 'recipes', 'breakeven'];
/** The number of days after which the past of a business that began today is not read. */
const TODAY = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }).format(new Date());

const press =
  (role: 'button' | 'link', name: string | RegExp) =>
  async (page: Page): Promise<void> => {
    const wanted = page.getByRole(role, { name }).first();
    if (await wanted.isVisible()) await wanted.click();
  };

/** Opens a line that unfolds, with all its reads. */
const unfold =
  (line: RegExp) =>
  async (page: Page): Promise<void> => {
    const wanted = page.locator('summary', { hasText: line });
    if (await wanted.isVisible()) await wanted.click();
  };

export const SCREENS: readonly Screen[] = [
  ...TABS.map((tab): Screen => ({ path: `/dashboard?tab=${tab}`, who: 'owner' })),
  { path: '/dashboard?tab=ingredients&mostrar=preparos', who: 'owner' },
  { path: `/dashboard?tab=fixed-costs&as_of=${TODAY}`, who: 'owner' },
  { path: `/dashboard?as_of=${TODAY}`, who: 'owner' },
  { path: '/dashboard/ficha/:dish', who: 'owner' },
  { path: '/dashboard/importar?em=ingredients', who: 'owner' },
  { path: '/dashboard/importar?em=fixed-costs', who: 'owner' },
  { path: '/dashboard?tab=breakeven', who: 'owner', open: unfold(/^Conte o que vendeu/) },
  { path: '/dashboard?tab=breakeven', who: 'seller' },
  { path: '/dashboard?tab=variable-costs', who: 'seller', open: unfold(/^Canais de venda/) },
  { path: '/dashboard?tab=recipes', who: 'seller', open: press('button', /^Pizza Muçarela/) },
  { path: '/dashboard', who: 'seller' },
  { path: '/dashboard/ficha/:dish', who: 'seller' },
  { path: '/dashboard/relatorio-de-vendas', who: 'owner' },
  { path: '/dashboard/e-se', who: 'owner' },
  { path: '/dashboard/vendas', who: 'owner' },
  { path: '/dashboard/compras', who: 'owner' },
  { path: '/dashboard/compras/rapida', who: 'owner' },
  { path: '/dashboard/compras/nota', who: 'owner' },
  { path: '/dashboard/lista-de-compras', who: 'owner' },
  { path: '/dashboard/lista-de-compras', who: 'seller' },
  { path: '/dashboard/historico', who: 'owner' },
  { path: '/dashboard/historico?de=dish%3A:dish', who: 'owner' },
  { path: '/dashboard/alteracoes', who: 'owner' },
  { path: '/dashboard/por-que', who: 'owner' },
  { path: '/account', who: 'owner' },
  { path: '/payment/direct', who: 'owner' },
  { path: '/dashboard', who: 'visitor' },
  { path: '/', who: 'visitor' },
  { path: '/login', who: 'visitor' },
  { path: '/terms', who: 'visitor' },
  { path: '/contact', who: 'visitor' },
  { path: '/admin', who: 'visitor' },
  { path: '/', who: 'without access' },
  { path: '/payment/direct', who: 'without access' },
  { path: '/account', who: 'without access' },
  { path: '/payment/direct', who: 'payer' },
  { path: '/payment/pix', who: 'payer', growsByRetry: true },
  { path: '/payment/pending', who: 'payer' },
  { path: '/payment/receipt/:payment', who: 'payer' },
  { path: '/payment/success', who: 'guest', pause: 3_100 },
  { path: '/payment/receipt/:payment', who: 'guest' },
  { path: '/account', who: 'guest' },
  { path: '/account', who: 'guest', open: press('button', 'Sair') },
  { path: '/dashboard', who: 'guest' },
  { path: '/admin', who: 'administrator' },
  { path: '/admin/people/:person', who: 'administrator' },
  { path: '/admin/audit', who: 'administrator' },
  {
    path: '/admin/audit',
    who: 'administrator',
    open: async (page) => {
      const entry = page.getByRole('region', { name: 'Acontecimentos' }).getByRole('button').first();
      if (await entry.isVisible()) await entry.click();
    },
  },
  { path: '/status', who: 'administrator' },
  { path: '/test', who: 'administrator' },
  { path: '/admin-login', who: 'administrator' },
  { path: '/password-verification', who: 'administrator' },
];

export const nameOf = ({ path, who, open }: Screen): string => `${path} of ${who}${open ? ', opened' : ''}`;
