import { TriangleAlert } from 'lucide-react';
import { Link } from 'wouter';
import { formatCount } from '#domain/format.ts';
import { Pill, Pills } from '#web/ui/pill.tsx';
import { useAddressAsOf } from '../past/as-of.ts';
import { AT_RISK_ADDRESS, tabAddress } from '../navigation/addresses.ts';
import type { DishGroup } from './dish-groups.tsx';
import styles from './recipes-tab.module.css';

/** The number of dishes at risk, with a link that filters them, or back to all. */
export function AtRiskFilter({ number, isOn }: { readonly number: number; readonly isOn: boolean }) {
  const sameMoment = useAddressAsOf();
  if (number === 0 && !isOn) return null;
  return (
    <p className={`${styles['filter']} row wrap between across-16 soft text-15`}>
      <span className="inline-row gap-8">
        <TriangleAlert size={18} aria-hidden className={`rigid ${number > 0 ? 'tomato' : ''}`} />
        {atRiskSentence(number)}
      </span>
      {isOn ? (
        <Link href={sameMoment(tabAddress('recipes'))}>Ver todos os pratos</Link>
      ) : (
        <Link href={sameMoment(AT_RISK_ADDRESS)}>{number === 1 ? 'Ver só este' : 'Ver só estes'}</Link>
      )}
    </p>
  );
}

function atRiskSentence(number: number): string {
  if (number === 0) return 'Nenhum prato com margem abaixo de 30% ou prejuízo.';
  const dishes = number === 1 ? '1 prato' : `${formatCount(number)} pratos`;
  return `${dishes} com margem abaixo de 30% ou prejuízo.`;
}

interface CategoryFilterProps {
  readonly groups: readonly DishGroup[];
  /** The key of the selected group; undefined for all groups. */
  readonly selectedKey: string | undefined;
  readonly onSelect: (key: string | undefined) => void;
}

/** Chooses one category of the menu or all of them. Renders nothing where no dish has a category. */
export function CategoryFilter({ groups, selectedKey, onSelect }: CategoryFilterProps) {
  const namedGroups = groups.filter(({ category }) => category !== undefined);
  if (namedGroups.length === 0) return null;
  return (
    <Pills label="Categorias">
      <Pill isOn={selectedKey === undefined} onClick={() => onSelect(undefined)}>
        Todos
      </Pill>
      {namedGroups.map(({ key, category }) => (
        <Pill key={key} isOn={selectedKey === key} onClick={() => onSelect(key)}>
          {category}
        </Pill>
      ))}
    </Pills>
  );
}
