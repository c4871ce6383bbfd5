import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { Link } from 'wouter';
import { unitsFromWire } from '#contract/units-from-wire.ts';
import { count, money } from '#domain/format.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Chart } from '#web/ui/chart.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Explained } from '../glossary/explained.tsx';
import { OnlyNow } from '../past/only-now.tsx';
import { whatIfAbout } from '../what-if/address.ts';
import { menuChart, type MenuDish } from './menu-chart.ts';
import { MENU_WORDS } from './menu-kinds.ts';
import styles from './sales.module.css';
import type { Mix } from './sales-reading.ts';

/** Two dots compare nothing that two lines do not say. */
const DRAWN_FROM = 3;

/** Menu engineering, category by category. */
export const MenuList = observer(function MenuList({ mix }: { readonly mix: Mix }) {
  const { dishes } = useStores().business.state;
  const categories = new Map<string, MenuDish[]>();
  for (const item of mix.menu) {
    const dish = dishes.get(item.dish_id);
    const category = (dish?.category ?? '').trim().normalize('NFC');
    const members = categories.get(category) ?? [];
    members.push({ item, name: dish?.name ?? 'Prato removido', number: members.length + 1 });
    categories.set(category, members);
  }
  return (
    <Panel
      title="Engenharia de cardápio"
      hint="Cada prato comparado com os outros da mesma categoria: quanto sai e quanto deixa."
    >
      <Explained term="menuEngineering" name="O que é engenharia de cardápio" />
      {[...categories].map(([category, members]) => (
        <Category key={category} name={category} dishes={members} isAlone={categories.size === 1} />
      ))}
    </Panel>
  );
});

interface CategoryProps {
  readonly name: string;
  readonly dishes: readonly MenuDish[];
  readonly isAlone: boolean;
}

function Category({ name, dishes, isAlone }: CategoryProps) {
  const id = useId();
  const isDrawn = dishes.length >= DRAWN_FROM;
  return (
    <section aria-labelledby={isAlone ? undefined : id}>
      {!isAlone && (
        <h3 id={id} className={styles['category']}>
          {name === '' ? 'Sem categoria' : name}
        </h3>
      )}
      {isDrawn && <Chart {...menuChart(name, dishes)} />}
      <ul className={styles['rows']}>
        {dishes.map(({ item, name: dish, number }) => (
          <li key={item.dish_id} className={styles['dish']}>
            <span className={styles['name']}>
              {isDrawn && <span className={styles['dot']}>{number}</span>}
              {dish}
            </span>
            <span className={styles['sold']}>
              {count(item.quantity)} {item.quantity === 1 ? 'vendido' : 'vendidos'} · cada um deixa{' '}
              <span className="numeral">{money(unitsFromWire(item.margin))}</span>
            </span>
            <span className={styles['kind']}>
              <strong>{MENU_WORDS[item.kind].name}.</strong> {MENU_WORDS[item.kind].advice}
            </span>
            <OnlyNow>
              <Link href={whatIfAbout(item.dish_id)} className={styles['try']}>
                E se?<span className="visually-hidden"> Testar {dish}</span>
              </Link>
            </OnlyNow>
          </li>
        ))}
      </ul>
    </section>
  );
}
