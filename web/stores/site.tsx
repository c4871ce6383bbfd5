import { createContext, type ReactNode, useContext } from 'react';
import type { SiteBody } from '#contract/site.ts';
import { SCALE } from '#domain/decimal.ts';
import { priceTag } from '#domain/format.ts';

/** Who sells the product, for what, and where to ask; the prices as they are shown ('R$10,00'). */
export interface Site extends Pick<SiteBody, 'supplier' | 'support'> {
  readonly price: string;
  /** The price where it stands on a button: without cents when there are none ('R$10'). */
  readonly shortPrice: string;
  /** Stands struck through beside the price. */
  readonly listPrice: string | null;
  readonly video: SiteVideo | null;
  /** A payment needs a CPF or CNPJ. */
  readonly needsTaxId: boolean;
  /** Nothing is really paid here. */
  readonly isSandbox: boolean;
}

export interface SiteVideo {
  /** 'frame' for a player of its own, 'file' for the browser's. */
  readonly kind: string;
  readonly src: string;
  /** The same in another format. */
  readonly alternative?: string | undefined;
  /** 'own' for the product's film, of which is known what it shows; else empty. */
  readonly own: string;
}

export const siteOf = (body: SiteBody): Site => ({
  supplier: body.supplier,
  support: body.support,
  video: body.video && { ...body.video, own: body.video.src.startsWith('/') ? 'own' : '' },
  price: priceOf(body.price),
  shortPrice: priceOf(body.price).replace(',00', ''),
  listPrice: body.list_price === null ? null : priceOf(body.list_price),
  needsTaxId: body.needs_tax_id,
  isSandbox: body.payments_are_simulated,
});

/**
 * What the product costs, in reais, as the shop writes it from its first page to its receipt: 10 → 'R$10,00'. What a
 * business earns and spends is written by `money`.
 */
export const priceOf = (reais: number): string => priceTag(Math.round(reais * SCALE));

const SiteContext = createContext<Site | undefined>(undefined);

export function SiteProvider({ site, children }: { readonly site: Site; readonly children: ReactNode }) {
  return <SiteContext value={site}>{children}</SiteContext>;
}

/** @throws Error outside of a SiteProvider */
export function useSite(): Site {
  const site = useContext(SiteContext);
  if (site === undefined) throw new Error('useSite must be used within a SiteProvider');
  return site;
}
