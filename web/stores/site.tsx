import { createContext, type ReactNode, useContext } from 'react';
import type { SiteBody } from '#contract/site.ts';
import { SCALE } from '#domain/decimal.ts';
import { priceTag } from '#domain/format.ts';

/** The seller, the contact and the prices as text ('R$10,00'). */
export interface Site extends Pick<SiteBody, 'support'> {
  readonly seller: SiteBody['supplier'];
  readonly price: string;
  /** The price on buttons, without cents if there are none ('R$10'). */
  readonly shortPrice: string;
  /** The former price, shown struck through beside the price. */
  readonly listPrice: string | null;
  readonly video: SiteVideo | null;
  /** Tells whether a payment requires a CPF or CNPJ. */
  readonly needsTaxId: boolean;
  /** Tells whether payments are only simulated. */
  readonly isSandbox: boolean;
}

export interface SiteVideo {
  /** 'frame' for an embedded player, 'file' for the browser's own. */
  readonly kind: string;
  readonly src: string;
  /** The address of the video in another format. */
  readonly alternative?: string | undefined;
  /** 'own' for the product's film, which has a description; else empty. */
  readonly own: string;
}

export const siteOf = (body: SiteBody): Site => ({
  seller: body.supplier,
  support: body.support,
  video: body.video && { ...body.video, own: body.video.src.startsWith('/') ? 'own' : '' },
  price: priceOf(body.price),
  shortPrice: priceOf(body.price).replace(',00', ''),
  listPrice: body.list_price === null ? null : priceOf(body.list_price),
  needsTaxId: body.needs_tax_id,
  isSandbox: body.payments_are_simulated,
});

/**
 * The price of the product, in reais, in the shop's notation from its first page to its receipt: 10 → 'R$10,00'.
 * Amounts of a business are formatted by `formatMoney`.
 */
export const priceOf = (reais: number): string => priceTag(Math.round(reais * SCALE));

const SiteContext = createContext<Site | undefined>(undefined);

export function SiteProvider({ site, children }: { readonly site: Site; readonly children: ReactNode }) {
  return <SiteContext value={site}>{children}</SiteContext>;
}

/** @throws Error outside a SiteProvider */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (site === undefined) throw new Error('useSite must be used within a SiteProvider');
  return site;
}
