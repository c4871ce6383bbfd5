import { observer } from 'mobx-react-lite';
import { Link } from 'wouter';
import { formatCount } from '#domain/format.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { dishAddress, tabAddress } from '../navigation/addresses.ts';
import { useAddressAsOf } from '../past/as-of.ts';

/** This many dishes without a price are named one by one. */
const MAX_NAMES = 3;

/** Names and links the dishes that count as zero in the mean above; renders nothing while all have a price. */
export const UnpricedNote = observer(function UnpricedNote() {
  const { business } = useStores();
  const sameMoment = useAddressAsOf();
  const dishes = business.data('dishes');
  if (dishes.kind !== 'known') return null;
  const unpriced = [...dishes.value.dishes.values()].filter(({ salePrice }) => salePrice === 0);
  if (unpriced.length === 0) return null;
  return (
    <p>
      {unpriced.length === 1
        ? 'Falta o preço de 1 prato, que conta como zero na média: '
        : `Falta o preço de ${formatCount(unpriced.length)} pratos, que contam como zero na média: `}
      {unpriced.slice(0, MAX_NAMES).map(({ id, name }, i) => (
        <span key={id}>
          {i > 0 && ', '}
          <Link href={sameMoment(dishAddress(id))}>{name}</Link>
        </span>
      ))}
      {unpriced.length > MAX_NAMES && (
        <>
          {' e '}
          <Link href={sameMoment(tabAddress('recipes'))}>mais {formatCount(unpriced.length - MAX_NAMES)}</Link>
        </>
      )}
      .
    </p>
  );
});
