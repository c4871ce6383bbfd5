import type { SiteBody } from '#contract/site.ts';

/**
 * The answer of `GET /api/site` that the server has put into this page: known before the first picture, and without
 * asking.
 * @throws Error in a page that did not come from our server
 */
export function siteInPage(page: Document): SiteBody {
  const content = page.querySelector<HTMLMetaElement>('meta[name="site"]')?.content;
  if (content === undefined) throw new Error('index.html does not say whose site it is');
  return JSON.parse(content) as SiteBody;
}

/**
 * Whether the server has put into this page that it was asked for without a session: then nobody needs to ask who is
 * there. A page that does not say (kept by the service worker, or from an older version) is no such word.
 */
export const isPageWithoutSession = (page: Document): boolean =>
  page.querySelector<HTMLMetaElement>('meta[name="session"]')?.content === 'none';
