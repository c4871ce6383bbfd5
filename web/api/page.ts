import type { SiteBody } from '#contract/site.ts';

/**
 * The answer of `GET /api/site`, which the server has written into this page, so that no request is needed for it.
 * @throws Error in a page that did not come from our server
 */
export function siteInPage(page: Document): SiteBody {
  const content = page.querySelector<HTMLMetaElement>('meta[name="site"]')?.content;
  if (content === undefined) throw new Error('index.html does not say whose site it is');
  return JSON.parse(content) as SiteBody;
}

/**
 * Tells whether the server has marked this page as requested without a session, so that reading the session is
 * unnecessary. A page from the service worker or an older version carries no mark.
 */
export const isPageWithoutSession = (page: Document): boolean =>
  page.querySelector<HTMLMetaElement>('meta[name="session"]')?.content === 'none';
