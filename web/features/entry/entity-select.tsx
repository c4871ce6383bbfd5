import { Select } from '@mantine/core';
import { listSide } from '#web/ui/mantine-fields.ts';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { filterByName } from './equal-name.ts';
import '#web/ui/mantine-fields.ts';

/** An item that is chosen by its name. */
interface EntityChoice {
  readonly value: string;
  readonly name: string;
}

/** Choices under a heading; an empty group is hidden. */
export interface ChoiceGroup {
  readonly group: string;
  readonly items: readonly EntityChoice[];
}

interface Item extends EntityChoice {
  readonly label: string;
}

interface EntitySelectProps {
  readonly label: string;
  readonly groups: readonly ChoiceGroup[];
  readonly value: string;
  readonly onPick: (value: string) => void;
  /** Repeats a failed load; defined where choices are missing. */
  readonly onRetry: (() => unknown) | undefined;
  /** Tells whether the list opens upwards, because there is text to read below. */
  readonly opensUp?: boolean;
}

/** The number of options that are rendered at a time; typing narrows them down. */
const MAX_OPTIONS = 60;
const alphabet = new Intl.Collator('pt-BR');

/** A select for the whole business or one of its entities. */
export function EntitySelect({ label, groups, value, onPick, onRetry, opensUp = false }: EntitySelectProps) {
  const data = groups
    .filter(({ items }) => items.length > 0)
    .map(({ group, items }) => ({ group, items: items.map((entity): Item => ({ ...entity, label: entity.name })) }));
  const current = data.flatMap(({ items }) => items).find((each) => each.value === value)?.label;
  return (
    <div>
      <Select
        label={label}
        {...listSide(opensUp)}
        searchable
        selectFirstOptionOnChange
        data={current === undefined ? [...data, { group: 'Escolhido', items: [unnamedItem(value)] }] : data}
        limit={MAX_OPTIONS}
        filter={({ options, search }) =>
          search === current ? options : options.map(narrowOptions(search)).filter(hasItems)
        }
        nothingFoundMessage="Nada com esse nome"
        value={value}
        onChange={(picked) => picked !== null && onPick(picked)}
      />
      {onRetry && <NotLoaded what="a lista" onRetry={onRetry} />}
    </div>
  );
}

/** The current choice while its name is not loaded. */
const unnamedItem = (value: string): Item => ({ value, name: '–', label: '–' });

/** Entities of a business as choices, by name. */
export const choicesOf = (
  entities: Iterable<{ readonly id: string; readonly name: string }>,
  valueOf: (id: string) => string = (id) => id,
): EntityChoice[] =>
  [...entities]
    .map(({ id, name }) => ({ value: valueOf(id), name }))
    .toSorted((a, b) => alphabet.compare(a.name, b.name));

const narrowOptions =
  (search: string) =>
  <Option extends object>(option: Option): Option =>
    'items' in option ? { ...option, items: filterByName(option.items as readonly Item[], search) } : option;

const hasItems = (option: object): boolean => !('items' in option) || (option.items as readonly unknown[]).length > 0;
