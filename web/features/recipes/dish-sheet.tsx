import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { useRef } from 'react';
import { Link } from 'wouter';
import type { Dish } from '#domain/business/state.ts';
import type { DishFigures } from '#domain/figures/dish-result.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { announceChange } from '../entry/announce-change.ts';
import { DishChannels } from '../channels/dish-channels.tsx';
import { sheetAddress } from '../places/place.ts';
import { focusBeside, focusRow } from '../entry/row-focus.ts';
import { HistoryLink } from '../places/history-link.tsx';
import { OnlyNow } from '../past/only-now.tsx';
import { Analysis } from './analysis.tsx';
import { DishDetails } from './dish-details.tsx';
import { DishLines } from './dish-lines.tsx';
import { DishName } from './dish-name.tsx';
import styles from './dish-sheet.module.css';
import { Duplicate } from './duplicate.tsx';
import { SalePrice } from './sale-price.tsx';

interface DishSheetProps {
  readonly dish: Dish;
  readonly figures: DishFigures;
  readonly cardKey: string;
  readonly onSaved: () => void;
  /** Told the id of a copy. */
  readonly onCopied: (id: string) => void;
}

/** The opened card: what goes in, what it is sold for, what is left. */
export const DishSheet = observer(function DishSheet({ dish, figures, cardKey, onSaved, onCopied }: DishSheetProps) {
  const { business } = useStores();
  const sheet = useRef<HTMLDivElement>(null);
  function remove() {
    const card = sheet.current?.closest('li');
    const issued = business.issue({ type: 'RemoveDish', id: dish.id });
    if (issued.refused) return;
    if (card) focusBeside(card);
    void announceChange({
      issued,
      text: `Prato excluído: “${dish.name}”`,
      otherwise: 'Nada foi excluído.',
      onUndone: () => focusRow(cardKey),
    });
  }
  function save() {
    onSaved();
    focusRow(cardKey);
  }
  return (
    <div ref={sheet} className={styles['sheet']}>
      <div className={styles['parts']}>
        <DishLines dish={dish} figures={figures} />
        <div className={styles['money']}>
          <SalePrice dish={dish} />
          <DishChannels dish={dish} figures={figures} />
          <Analysis dish={dish} figures={figures} />
          <DishDetails dish={dish} />
          <HistoryLink of={`dish:${dish.id}`}>
            Histórico deste prato<span className="visually-hidden">: {dish.name}</span>
          </HistoryLink>
        </div>
      </div>
      <OnlyNow>
        <div className={styles['foot']}>
          <Button onClick={save}>Salvar Prato</Button>
          <DishName dish={dish} />
          <Duplicate owner={{ ...dish, kind: 'dish' }} onCopied={onCopied} />
          <Button component={Link} variant="default" href={sheetAddress('recipes', dish.id)}>
            Imprimir ficha
          </Button>
          <Button variant="subtle" color="gray" className={styles['remove'] ?? ''} onClick={remove}>
            Excluir prato
          </Button>
        </div>
      </OnlyNow>
    </div>
  );
});
