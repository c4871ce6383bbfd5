import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { useStores } from '#web/stores/root-store.tsx';
import { useCached } from '../entry/use-cached.ts';
import { LastSuppliers } from './last-suppliers.ts';
import { ShoppingPage } from './shopping-page.tsx';

/** The list of what to buy, sorted by the suppliers of the last purchases. */
export const ShoppingScreen = observer(function ShoppingScreen() {
  const { business, session } = useStores();
  const suppliers = useCached(
    business,
    'last suppliers',
    () => new LastSuppliers(business, session.user?.id ?? 'visitor'),
  );
  useEffect(() => void suppliers.refresh(), [suppliers]);
  return <ShoppingPage supplierOf={(ingredientId) => suppliers.supplierOf(ingredientId)} />;
});
