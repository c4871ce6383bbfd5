import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { useRef, useState } from 'react';
import { Link } from 'wouter';
import type { CostedPreparation, Costing } from '#domain/figures/costing.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { sheetAddress } from '../places/place.ts';
import { announceChange } from '../entry/announce-change.ts';
import { focusBeside, focusRow } from '../entry/row-focus.ts';
import { HistoryLink } from '../places/history-link.tsx';
import { OnlyNow } from '../past/only-now.tsx';
import { Duplicate } from '../recipes/duplicate.tsx';
import { PreparationDetails } from './preparation-details.tsx';
import { PreparationLines } from './preparation-lines.tsx';
import styles from './preparation-sheet.module.css';

interface PreparationSheetProps {
  readonly costed: CostedPreparation;
  readonly costing: Costing;
  readonly cardKey: string;
  /** Told the id of a copy. */
  readonly onCopied: (id: string) => void;
}

/** The opened card: what goes in, what it yields, how it is made. */
export const PreparationSheet = observer(function PreparationSheet(props: PreparationSheetProps) {
  const { costed, costing, cardKey, onCopied } = props;
  const { preparation } = costed;
  const { id, name } = preparation;
  const { business } = useStores();
  const sheet = useRef<HTMLDivElement>(null);
  const [refusal, setRefusal] = useState<string>();
  function remove() {
    const card = sheet.current?.closest('li');
    const issued = business.issue({ type: 'RemovePreparation', id });
    setRefusal(issued.refused?.sentence);
    if (issued.refused) return;
    if (card) focusBeside(card);
    void announceChange({
      issued,
      text: `Preparo excluído: “${name}”`,
      otherwise: 'Nada foi excluído.',
      onUndone: () => focusRow(cardKey),
    });
  }
  return (
    <div ref={sheet} className={styles['sheet']}>
      <PreparationLines costed={costed} costing={costing} />
      <PreparationDetails preparation={preparation} />
      <HistoryLink of={`preparation:${id}`}>
        Histórico do custo<span className="visually-hidden"> de {name}</span>
      </HistoryLink>
      <OnlyNow>
        <div className={styles['foot']}>
          <Duplicate owner={{ ...preparation, kind: 'preparation' }} onCopied={onCopied} />
          <Button component={Link} variant="default" href={sheetAddress('ingredients', id)}>
            Imprimir ficha
          </Button>
          <Button variant="subtle" color="gray" className={styles['remove'] ?? ''} onClick={remove}>
            Excluir preparo
          </Button>
          {refusal !== undefined && (
            <p role="alert" className={styles['refusal']}>
              {refusal}
            </p>
          )}
        </div>
      </OnlyNow>
    </div>
  );
});
