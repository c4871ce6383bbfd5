import type { ReactNode } from 'react';
import { Pill, Pills } from '#web/ui/pill.tsx';

/** A hint that the name exists already. Equal names are allowed, but seldom meant. */
export function EqualNameHint({ children }: { readonly children: ReactNode }) {
  return (
    <div role="status">
      {children !== undefined && (
        <p className="mt-16 pad-block-8 pad-inline-12 rounded-small on-sunken soft text-15">{children}</p>
      )}
    </div>
  );
}

interface SuggestionsProps {
  readonly label: string;
  readonly names: readonly string[];
  readonly onPick: (name: string) => void;
}

/** Names that most kitchens need: one tap instead of typing. */
export function Suggestions({ label, names, onPick }: SuggestionsProps) {
  if (names.length === 0) return null;
  return (
    <div className="mt-16">
      <Pills label={label}>
        {names.map((name) => (
          <Pill key={name} onClick={() => onPick(name)}>
            {name}
          </Pill>
        ))}
      </Pills>
    </div>
  );
}
