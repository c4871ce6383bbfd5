import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import * as v from 'valibot';
import { formatDay } from '#web/ui/instants.ts';
import { createDraftStore } from '#web/stores/stored-draft.ts';
import { PERSONAL_PREFIX } from '#web/stores/local-markers.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { ActionLink } from '#web/ui/action.tsx';
import { quickPurchaseAddress } from '../navigation/addresses.ts';

const MONTH_MS = 30 * 86_400_000;
const SHAPE = 1;

interface PurchaseInvitationProps {
  /** The entity's key in the history: 'ingredient:{id}'. */
  readonly entityKey: string;
  /** The ISO instant of the last price change. */
  readonly since: string;
}

/** An invitation beside a price that is a month old, shown until the first purchase or until it is dismissed. */
export const PurchaseInvitation = observer(function PurchaseInvitation({ entityKey, since }: PurchaseInvitationProps) {
  const { business, session } = useStores();
  const key = `${PERSONAL_PREFIX}purchase-invitation.${session.user?.id ?? 'visitor'}`;
  const [dismissalStore] = useState(() =>
    createDraftStore({ storage: () => localStorage, key, shape: SHAPE, schema: v.literal(true) }),
  );
  const [isDismissed, setIsDismissed] = useState(() => dismissalStore.read() === true);
  const ingredients = business.data('ingredients');
  const id = entityKey.replace(/^ingredient:/, '');
  if (isDismissed || business.isPast || ingredients.kind !== 'known' || !ingredients.value.ingredients.has(id))
    return null;
  const hasPurchases = [...ingredients.value.ingredients.values()].some(({ priceSource }) => priceSource !== null);
  if (hasPurchases || Date.now() - Date.parse(since) < MONTH_MS) return null;
  return (
    <div className="card row wrap gap-12 pad-block-12 pad-inline-16">
      <p>Este preço é de {formatDay(since)}. Comprou de novo? Diga só o preço, e os pratos mudam na hora.</p>
      <ActionLink tone="quiet" to={quickPurchaseAddress(id)}>
        Lançar compra
      </ActionLink>
      <Button
        variant="subtle"
        color="gray"
        onClick={() => {
          dismissalStore.write(true);
          setIsDismissed(true);
        }}
      >
        Agora não
      </Button>
    </div>
  );
});
