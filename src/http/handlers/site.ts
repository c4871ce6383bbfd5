import type { SiteBody } from '#contract/site.ts';
import type { SiteConfig } from '#config/site-config.ts';
import type { Handlers } from '../mount.ts';
import type { PaymentHandlerPorts } from './payment.ts';

/** Handler for the shop data of the configuration. */
export const siteHandlers = (site: SiteBody): Pick<Handlers, 'site'> => ({ site: async () => ({ body: site }) });

/** The shop data as JSON. */
export const siteBody = (
  { seller, support, priceCents, listPriceCents, video }: SiteConfig,
  { needsTaxId, simulate }: Pick<PaymentHandlerPorts, 'needsTaxId' | 'simulate'>,
): SiteBody => ({
  price: priceCents / 100,
  list_price: listPriceCents === undefined ? null : listPriceCents / 100,
  supplier: seller,
  support,
  needs_tax_id: needsTaxId,
  payments_are_simulated: simulate !== undefined,
  video: video ?? null,
});
