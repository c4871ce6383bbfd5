import { observer } from 'mobx-react-lite';
import { unitsFromWire } from '#contract/units-from-wire.ts';
import { count, money } from '#domain/format.ts';
import type { MenuKind } from '#domain/figures/menu.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Explained } from '../glossary/explained.tsx';
import styles from './sales.module.css';
import type { Mix } from './sales-reading.ts';

/** What a dish is for the house, and what to do about it. */
const KINDS: Readonly<Record<MenuKind, readonly [name: string, advice: string]>> = {
  star: ['Estrela', 'mantenha como está e bem à vista'],
  plowhorse: ['Burro de carga', 'vende muito e deixa pouco: suba um pouco o preço ou barateie a receita'],
  puzzle: ['Quebra-cabeça', 'deixa bem e sai pouco: ofereça mais'],
  dog: ['Abacaxi', 'pouco e pouco: troque ou tire'],
};

/** Menu engineering, dish by dish. */
export const MenuTable = observer(function MenuTable({ mix }: { readonly mix: Mix }) {
  const { dishes } = useStores().business.state;
  return (
    <Panel
      title="Engenharia de cardápio"
      hint="Cada prato comparado com os outros da mesma categoria: quanto sai e quanto deixa."
      aside={<Explained term="menuEngineering" name="O que é engenharia de cardápio" />}
    >
      <div className={styles['scroll']}>
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">Prato</th>
              <th scope="col">Vendidos</th>
              <th scope="col">Cada um deixa</th>
              <th scope="col">O que é</th>
            </tr>
          </thead>
          <tbody>
            {mix.menu.map(({ dish_id, quantity, margin, kind }) => (
              <tr key={dish_id}>
                <th scope="row">{dishes.get(dish_id)?.name ?? 'Prato removido'}</th>
                <td className="numeral">{count(quantity)}</td>
                <td className="numeral">{money(unitsFromWire(margin))}</td>
                <td>
                  <strong>{KINDS[kind][0]}</strong>: {KINDS[kind][1]}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
});
