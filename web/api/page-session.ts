/**
 * Whether the server has put into this page that it was asked for without a session: then nobody needs to ask who is
 * there. A page that does not say (kept by the service worker, or from an older version) is no such word.
 */
export const isPageWithoutSession = (page: Document): boolean =>
  page.querySelector<HTMLMetaElement>('meta[name="session"]')?.content === 'none';
