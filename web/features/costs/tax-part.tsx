import { onDemand } from '#web/ui/on-demand.tsx';
import { Unfolding } from '#web/ui/unfolding.tsx';

const TaxHelper = onDemand(async () => (await import('./tax-helper.tsx')).TaxHelper);

/** The way to the taxes of a small business, for whoever does not know the rate by heart. */
export const TaxPart = () => (
  <Unfolding label="Quanto é o meu imposto? (Simples ou MEI)" isNeeded={false} isMadeLate>
    <TaxHelper />
  </Unfolding>
);
