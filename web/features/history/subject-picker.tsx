import { observer } from 'mobx-react-lite';
import type { HistoryBody } from '#contract/history.ts';
import type { Business } from '#domain/business/state.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { type ChoiceGroup, choicesOf, ThingSelect } from '../entry/thing-select.tsx';

interface SubjectPickerProps {
  readonly of: string;
  /** What is gone, as far as is known. */
  readonly removed: Extract<HistoryBody, { kind: 'business' }>['removed'];
  readonly onPick: (of: string) => void;
}

/** The business, or one ingredient or dish of it, those that are gone too. */
export const SubjectPicker = observer(function SubjectPicker({ of, removed, onPick }: SubjectPickerProps) {
  const { business } = useStores();
  const things = business.view('ingredients', 'dishes');
  const groups = [
    { group: 'Geral', items: [{ value: 'business', name: 'O negócio todo' }] },
    ...(things.kind === 'known' ? groupsOf(things.value) : []),
    { group: 'Já excluídos', items: removed.map((thing) => ({ value: thing.of, name: thing.name })) },
  ];
  const onRetry = things.kind === 'failed' ? () => business.retry() : undefined;
  return <ThingSelect label="Histórico de" groups={groups} value={of} onPick={onPick} onRetry={onRetry} />;
});

const groupsOf = ({ dishes, ingredients }: Pick<Business, 'dishes' | 'ingredients'>): readonly ChoiceGroup[] => [
  { group: 'Pratos', items: choicesOf(dishes.values(), (id) => `dish:${id}`) },
  { group: 'Insumos', items: choicesOf(ingredients.values(), (id) => `ingredient:${id}`) },
];
