import { formatCount } from '#domain/format.ts';
import { TextField } from '#web/ui/text-field.tsx';

/** Lists up to this length are overseen at a glance and have no search. */
export const SEARCH_FROM = 8;

interface SearchProps {
  readonly label: string;
  readonly text: string;
  readonly matchCount: number;
  readonly onChange: (text: string) => void;
}

export function Search({ label, text, matchCount, onChange }: SearchProps) {
  return (
    <div role="search">
      <TextField label={label} placeholder="Digite parte do nome" value={text} onChange={onChange} />
      <p className="visually-hidden" role="status">
        {text.trim() === '' ? '' : `${formatCount(matchCount)} ${matchCount === 1 ? 'encontrado' : 'encontrados'}`}
      </p>
    </div>
  );
}
