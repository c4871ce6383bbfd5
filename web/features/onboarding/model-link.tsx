import { observer } from 'mobx-react-lite';
import { Link } from 'wouter';
import { useStores } from '#web/stores/root-store.tsx';
import { tabAddress } from '../places/tabs.ts';
import { isBlank } from './blank.ts';

/** Under an empty list of an empty business: the shorter way. */
export const ModelLink = observer(function ModelLink() {
  if (!isBlank(useStores().business)) return null;
  return (
    <p>
      Prefere não começar do zero? <Link href={tabAddress('dashboard')}>Use um modelo pronto</Link>.
    </p>
  );
});
