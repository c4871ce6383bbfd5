import '#web/ui/mantine-fields.ts';
import { Select } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import type { HistoryBody } from '#contract/history.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { namedLike } from '../entry/equal-name.ts';

interface SubjectPickerProps {
  readonly of: string;
  /** What is gone, as far as is known. */
  readonly removed: Extract<HistoryBody, { kind: 'business' }>['removed'];
  readonly onPick: (of: string) => void;
}

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly name: string;
}

const alphabet = new Intl.Collator('pt-BR');
const OFFERED = 60;

/** The business, or one ingredient or dish of it, those that are gone too. */
export const SubjectPicker = observer(function SubjectPicker({ of, removed, onPick }: SubjectPickerProps) {
  const { ingredients, dishes } = useStores().business.state;
  const groups = [
    { group: 'Geral', items: [choice('business', 'O negócio todo')] },
    { group: 'Pratos', items: choices('dish', dishes.values()) },
    { group: 'Insumos', items: choices('ingredient', ingredients.values()) },
    { group: 'Já excluídos', items: removed.map((thing) => choice(thing.of, thing.name)) },
  ].filter(({ items }) => items.length > 0);
  return (
    <Select
      label="Histórico de"
      searchable
      selectFirstOptionOnChange
      data={groups}
      limit={OFFERED}
      filter={({ options, search }) =>
        search === labelIn(groups, of) ? options : options.map(narrowed(search)).filter(hasItems)
      }
      nothingFoundMessage="Nada com esse nome"
      value={of}
      onChange={(picked) => picked !== null && onPick(picked)}
    />
  );
});

const choice = (value: string, name: string): Choice => ({ value, label: name, name });

const choices = (kind: string, rows: Iterable<{ readonly id: string; readonly name: string }>): Choice[] =>
  [...rows].map(({ id, name }) => choice(`${kind}:${id}`, name)).toSorted((a, b) => alphabet.compare(a.name, b.name));

const labelIn = (groups: readonly { readonly items: readonly Choice[] }[], of: string): string | undefined =>
  groups.flatMap(({ items }) => items).find(({ value }) => value === of)?.label;

const narrowed =
  (search: string) =>
  <Option extends object>(option: Option): Option =>
    'items' in option ? { ...option, items: namedLike(option.items as readonly Choice[], search) } : option;

const hasItems = (option: object): boolean => !('items' in option) || (option.items as readonly unknown[]).length > 0;
