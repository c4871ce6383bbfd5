/**
 * Paths of the product's pages, as the browser's router writes them. The server answers every other one with 404; a
 * test compares them with the routes of the browser's app.
 */
export const PAGES: readonly string[] = [
  '/',
  '/login',
  '/auth/callback',
  '/payment/direct',
  '/payment/pix',
  '/payment/success',
  '/payment/pending',
  '/payment/failure',
  '/payment/receipt/:paymentId',
  '/account',
  '/admin-login',
  '/password-verification',
  '/admin',
  '/admin/audit',
  '/admin/people/:id',
  '/status',
  '/test',
  '/terms',
  '/contact',
];

/** Paths of the dashboard; its tabs are parameters of the first. */
export const DASHBOARD_PAGES: readonly string[] = [
  '/dashboard',
  '/dashboard/importar',
  '/dashboard/relatorio-de-vendas',
  '/dashboard/ficha/:recipeId',
  '/dashboard/preparo/:recipeId',
  '/dashboard/alteracoes',
  '/dashboard/historico',
  '/dashboard/por-que',
  '/dashboard/e-se',
  '/dashboard/vendas',
  '/dashboard/compras',
  '/dashboard/compras/nota',
  '/dashboard/compras/rapida',
  '/dashboard/lista-de-compras',
  '/dashboard/fornecedores',
];

/** The router ignores a trailing slash and the case of letters; the dashboard does not. */
const alternatives = (pages: readonly string[]): string =>
  pages.map((page) => page.replace(/\/$/, '').replaceAll(/:\w+/g, '[^/]+')).join('|');
const PAGE = new RegExp(`^(?:${alternatives(PAGES)})/?$`, 'i');
const DASHBOARD_PAGE = new RegExp(`^(?:${alternatives(DASHBOARD_PAGES)})/?$`);

/** @param path the path of an address, without its query */
export const isPage = (path: string): boolean => PAGE.test(path) || DASHBOARD_PAGE.test(path);
