import { useLocation, useSearch } from 'wouter';
import { count } from '#domain/format.ts';
import { Pill, Pills } from '#web/ui/pill.tsx';
import { addressShowing, asksForPreparations } from '../places/preparations-address.ts';

interface SidesProps {
  /** How many there are of each. */
  readonly bought: number;
  readonly made: number;
}

/** Of all that goes into dishes: what is bought, or what is made first. The address says which, so that links lead to either. */
export function Sides({ bought, made }: SidesProps) {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const isMade = asksForPreparations(search);
  const show = (side: 'bought' | 'made') => () => navigate(addressShowing(side, path, search));
  return (
    <Pills label="O que mostrar">
      <Pill isOn={!isMade} onClick={show('bought')}>
        Comprados · {count(bought)}
      </Pill>
      <Pill isOn={isMade} onClick={show('made')}>
        Preparos · {count(made)}
      </Pill>
    </Pills>
  );
}
