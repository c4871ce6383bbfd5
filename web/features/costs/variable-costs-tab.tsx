import { ChannelsPart } from '../channels/channels-part.tsx';
import { CostsTab } from './costs-tab.tsx';
import { TaxPart } from './tax-part.tsx';
import { variableCosts } from './variable-costs.ts';

const TIP = (
  <>
    <p className="pad-inline-4 soft text-15">
      <strong>Dica:</strong> aqui entra só o que cresce junto com a venda, como imposto, taxa do cartão e comissão de
      aplicativo. Os ingredientes não: eles entram pela ficha técnica.
    </p>
    <TaxPart />
    <ChannelsPart />
  </>
);

export const VariableCostsTab = () => <CostsTab kind={variableCosts} tip={TIP} />;
