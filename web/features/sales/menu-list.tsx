import { observer } from 'mobx-react-lite';
import { unitsFromWire } from '#contract/units-from-wire.ts';
import type { MenuKind } from '#domain/figures/menu.ts';
import { count, money } from '#domain/format.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Explained } from '../glossary/explained.tsx';
import styles from './sales.module.css';
import type { Mix } from './sales-reading.ts';

/** What a dish is for the house, and what to do about it. */
const KINDS: Readonly<Record<MenuKind, readonly [name: string, advice: string]>> = {
  star: ['Estrela', 'Mantenha como está e bem à vista.'],
  plowhorse: ['Burro de carga', 'Vende muito e deixa pouco: suba um pouco o preço ou barateie a receita.'],
  puzzle: ['Quebra-cabeça', 'Deixa bem e sai pouco: ofereça mais.'],
  dog: ['Abacaxi', 'Pouco e pouco: troque ou tire.'],
};

/** Menu engineering, category by category. */
export const MenuList = observer(function MenuList({ mix }: { readonly mix: Mix }) {
  const { dishes } = useStores().business.state;
  const categories = new Map<string, Mix['menu'][number][]>();
  for (const item of mix.menu) {
    const name = (dishes.get(item.dish_id)?.category ?? '').trim().normalize('NFC');
    categories.set(name, [...(categories.get(name) ?? []), item]);
  }
  return (
    <Panel
      title="Engenharia de cardápio"
      hint="Cada prato comparado com os outros da mesma categoria: quanto sai e quanto deixa."
    >
      <Explained term="menuEngineering" name="O que é engenharia de cardápio" />
      {[...categories].map(([category, items]) => (
        <section key={category}>
          {categories.size > 1 && (
            <h3 className={styles['category']}>{category === '' ? 'Sem categoria' : category}</h3>
          )}
          <ul className={styles['rows']}>
            {items.map(({ dish_id, quantity, margin, kind }) => (
              <li key={dish_id} className={styles['dish']}>
                <span className={styles['name']}>{dishes.get(dish_id)?.name ?? 'Prato removido'}</span>
                <span className={styles['sold']}>
                  {count(quantity)} {quantity === 1 ? 'vendido' : 'vendidos'} · cada um deixa{' '}
                  <span className="numeral">{money(unitsFromWire(margin))}</span>
                </span>
                <span className={styles['kind']}>
                  <strong>{KINDS[kind][0]}.</strong> {KINDS[kind][1]}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Panel>
  );
});
