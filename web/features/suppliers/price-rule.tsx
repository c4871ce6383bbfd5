import { observer } from 'mobx-react-lite';
import { usesPurchases } from '#domain/business/ingredient/price.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Choice } from '#web/ui/choice.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { announceChange } from '../entry/announce-change.ts';

const RULES = [
  { value: 'last', label: 'Última compra' },
  { value: 'mean_of_three', label: 'Média de três' },
] as const;

/** The choice of how prices follow from purchases, shown once a price comes from a purchase. */
export const PriceRule = observer(function PriceRule() {
  const { business } = useStores();
  const { settings, ingredients } = business.state;
  const hasPurchasePrices = settings.priceRule !== null || usesPurchases(ingredients);
  if (!hasPurchasePrices || business.isPast) return null;
  return (
    <Panel
      title="Preço dos insumos"
      hint="De onde sai o preço de quem já tem compra: só da última, ou da média das três últimas, que oscila menos."
    >
      <Choice
        label="Preço dos insumos"
        labelPosition="never"
        options={RULES}
        value={settings.priceRule ?? 'last'}
        onChange={(rule) => {
          const priceRule = rule === 'last' ? null : rule;
          const issued = business.issue({ type: 'ChangeBusinessSettings', priceRule });
          void announceChange({ issued, text: 'Salvo', failureNote: 'Não foi salvo.' });
          // Prices are derived from all purchases, which only the server has.
          void issued.outcome.then(() => business.reader.refresh());
        }}
      />
    </Panel>
  );
});
