import { observer } from 'mobx-react-lite';
import type { HistoryBody } from '#contract/history.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { choicesOf, ThingSelect } from '../entry/thing-select.tsx';

interface SubjectPickerProps {
  readonly of: string;
  /** What is gone, as far as is known. */
  readonly removed: Extract<HistoryBody, { kind: 'business' }>['removed'];
  readonly onPick: (of: string) => void;
}

/** The business, or one ingredient or dish of it, those that are gone too. */
export const SubjectPicker = observer(function SubjectPicker({ of, removed, onPick }: SubjectPickerProps) {
  const { ingredients, dishes } = useStores().business.state;
  const groups = [
    { group: 'Geral', items: [{ value: 'business', name: 'O negócio todo' }] },
    { group: 'Pratos', items: choicesOf(dishes.values(), (id) => `dish:${id}`) },
    { group: 'Insumos', items: choicesOf(ingredients.values(), (id) => `ingredient:${id}`) },
    { group: 'Já excluídos', items: removed.map((thing) => ({ value: thing.of, name: thing.name })) },
  ];
  return <ThingSelect label="Histórico de" groups={groups} value={of} onPick={onPick} />;
});
