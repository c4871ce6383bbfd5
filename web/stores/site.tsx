import { createContext, type ReactNode, useContext } from 'react';
import type { SiteBody } from '#contract/site.ts';
import { SCALE } from '#domain/decimal.ts';
import { priceTag } from '#domain/format.ts';

/** Who sells the product, for what, and where to ask; the prices as they are shown ('R$10,00'). */
export interface Site extends Pick<SiteBody, 'supplier' | 'support'> {
  readonly price: string;
  /** Stands struck through beside the price. */
  readonly listPrice: string | null;
  readonly video: SiteVideo | null;
}

export interface SiteVideo {
  /** 'frame' for a player of its own, 'file' for the browser's. */
  readonly kind: string;
  readonly src: string;
}

export const siteOf = ({ price, list_price: listPrice, ...rest }: SiteBody): Site => ({
  ...rest,
  price: tag(price),
  listPrice: listPrice === null ? null : tag(listPrice),
});

const tag = (reais: number): string => priceTag(Math.round(reais * SCALE));

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
