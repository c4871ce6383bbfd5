import { useStores } from '#web/stores/root-store.tsx';
import { addressAsOf } from './as-of.ts';

/** Gives addresses inside the dashboard the moment that is being looked at, if one is. */
export function useSameMoment(): (address: string) => string {
  const { asOf } = useStores().business;
  return (address) => addressAsOf(address, asOf);
}
