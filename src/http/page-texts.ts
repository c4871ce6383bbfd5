import type { SiteBody } from '#contract/site.ts';
import { SCALE } from '#domain/decimal.ts';
import { priceTag } from '#domain/format.ts';
import { escapeHtml } from '#runtime/escape-html.ts';

/**
 * Puts the shop into index.html: into the landing that the build has painted there, and whole, for the script that takes
 * over. `__PRICE__` → 'R$10,00'. What a shop does without is empty; the page hides it.
 */
export function withSite(html: string, site: SiteBody): string {
  const texts = new Map([
    ['SITE', JSON.stringify(site)],
    ['PRICE', tag(site.price)],
    ['SHORT_PRICE', tag(site.price).replace(',00', '')],
    ['LIST_PRICE', site.list_price === null ? '' : tag(site.list_price)],
    ['SUPPLIER_NAME', site.supplier.name],
    ['SUPPLIER_CNPJ', site.supplier.cnpj],
    ['SUPPLIER_ADDRESS', site.supplier.address],
    ['VIDEO', site.video?.kind ?? ''],
    ['OWN_VIDEO', site.video?.src.startsWith('/') ? 'own' : ''],
  ]);
  return html.replaceAll(/__([A-Z_]+?)__/g, (whole, name: string) => {
    const text = texts.get(name);
    return text === undefined ? whole : escapeHtml(text);
  });
}

const tag = (reais: number): string => priceTag(Math.round(reais * SCALE));
