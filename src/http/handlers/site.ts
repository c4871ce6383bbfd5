import type { SiteBody } from '#contract/site.ts';
import type { SiteConfig } from '#config/site-config.ts';
import type { Handlers } from '../mount.ts';
import type { PaymentHandlerPorts } from './payment.ts';

/** The shop data from the configuration. */
export const siteHandlers = (site: SiteBody): Pick<Handlers, 'site'> => ({ site: async () => ({ body: site }) });

/** The configuration in its wire form. */
export const siteBody = (
  { supplier, support, priceCents, listPriceCents, video }: SiteConfig,
  { needsTaxId, simulate }: Pick<PaymentHandlerPorts, 'needsTaxId' | 'simulate'>,
): SiteBody => ({
  price: priceCents / 100,
  list_price: listPriceCents === undefined ? null : listPriceCents / 100,
  supplier,
  support,
  needs_tax_id: needsTaxId,
  payments_are_simulated: simulate !== undefined,
  video: video ?? null,
});
