import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { normalizeName } from '#domain/names.ts';
import { Pill, Pills } from '#web/ui/pill.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import type { RecentSuppliers } from './recent-suppliers.ts';

interface SupplierFieldProps {
  readonly suppliers: RecentSuppliers;
  readonly value: string;
  readonly error?: string | undefined;
  readonly onChange: (name: string) => void;
}

/** A field for the supplier: one tap chooses a recent one, a typed name any other. It may stay empty. */
export const SupplierField = observer(function SupplierField(props: SupplierFieldProps) {
  const { suppliers, value, error, onChange } = props;
  const { chips } = suppliers;
  const [isTyping, setIsTyping] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const isChosen = (name: string): boolean => normalizeName(name) === normalizeName(value);
  const isRecent = chips.some(({ name }) => isChosen(name));
  const hasTextField = isTyping || chips.length === 0 || error !== undefined || (value !== '' && !isRecent);
  useEffect(() => {
    if (isTyping) input.current?.focus();
  }, [isTyping]);
  return (
    <div className="stack gap-8">
      {chips.length > 0 && (
        <>
          <span className="text-15 soft" aria-hidden="true">
            De quem comprou (se quiser)
          </span>
          <Pills label="De quem comprou">
            {chips.map(({ id, name }) => (
              <Pill
                key={id}
                isOn={isChosen(name)}
                onClick={() => {
                  setIsTyping(false);
                  onChange(isChosen(name) ? '' : name);
                }}
              >
                {name}
              </Pill>
            ))}
            {!hasTextField && (
              <Pill
                onClick={() => {
                  setIsTyping(true);
                  onChange('');
                }}
              >
                Outro
              </Pill>
            )}
          </Pills>
        </>
      )}
      {hasTextField && (
        <TextField
          label={chips.length > 0 ? 'Outro fornecedor' : 'Fornecedor (se quiser)'}
          placeholder="Atacadão"
          value={value}
          error={error}
          inputRef={input}
          onChange={(text) => {
            // The field stays even when the text becomes the name of a recent supplier.
            setIsTyping(true);
            onChange(text);
          }}
          onBlur={() => {
            if (value !== value.trim()) onChange(value.trim());
          }}
        />
      )}
    </div>
  );
});
