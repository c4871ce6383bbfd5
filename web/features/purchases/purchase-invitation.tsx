import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import * as v from 'valibot';
import { usesPurchases } from '#domain/business/ingredient/price.ts';
import { formatDay } from '#web/ui/instants.ts';
import { createStoredValue } from '#web/stores/stored-value.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { ActionLink } from '#web/ui/action.tsx';
import { focusPageTitle } from '../entry/row-focus.ts';
import { quickPurchaseAddress } from '../navigation/addresses.ts';

const MONTH_MS = 30 * 86_400_000;
const DISMISSAL_FORMAT_VERSION = 1;

interface PurchaseInvitationProps {
  /** The entity's key in the history: 'ingredient:{id}'. */
  readonly entityKey: string;
  /** The ISO instant of the last price change. */
  readonly lastPriceChangeAt: string;
}

/** An invitation beside a price that is a month old, shown until the first purchase or until it is dismissed. */
export const PurchaseInvitation = observer(function PurchaseInvitation({
  entityKey,
  lastPriceChangeAt,
}: PurchaseInvitationProps) {
  const { business } = useStores();
  const [dismissalStore] = useState(() =>
    createStoredValue({
      name: 'purchase-invitation',
      account: null,
      formatVersion: DISMISSAL_FORMAT_VERSION,
      schema: v.literal(true),
    }),
  );
  const [isDismissed, setIsDismissed] = useState(() => dismissalStore.read() === true);
  const ingredients = business.data('ingredients');
  const ingredientId = entityKey.replace(/^ingredient:/, '');
  if (
    isDismissed ||
    business.isPast ||
    ingredients.kind !== 'known' ||
    !ingredients.value.ingredients.has(ingredientId)
  )
    return null;
  if (usesPurchases(ingredients.value.ingredients) || Date.now() - Date.parse(lastPriceChangeAt) < MONTH_MS)
    return null;
  return (
    <div className="card row wrap gap-12 pad-block-12 pad-inline-16">
      <p>
        Este preço é de {formatDay(lastPriceChangeAt)}. Comprou de novo? Diga só o preço, e os pratos mudam na hora.
      </p>
      <ActionLink tone="quiet" to={quickPurchaseAddress(ingredientId)}>
        Lançar compra
      </ActionLink>
      <Button
        variant="subtle"
        color="gray"
        onClick={() => {
          dismissalStore.write(true);
          focusPageTitle();
          setIsDismissed(true);
        }}
      >
        Agora não
      </Button>
    </div>
  );
});
