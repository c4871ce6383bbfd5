import { Button, type ButtonProps } from '@mantine/core';
import { type ChangeEvent, type RefObject, useLayoutEffect, useRef } from 'react';

/** Focuses the beginning of a step when it changes. @returns a ref for the element around the steps */
export function useStepFocus(step: boolean): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null);
  const previous = useRef(step);
  useLayoutEffect(() => {
    if (previous.current !== step) box.current?.querySelector<HTMLElement>('[data-begin]')?.focus();
    previous.current = step;
  }, [step]);
  return box;
}

interface FileButtonProps extends Pick<ButtonProps, 'loading' | 'variant'> {
  /** The label of the file input behind the button: 'Arquivos da lista' */
  readonly label: string;
  readonly onChoose: (files: readonly File[]) => Promise<void>;
  readonly 'data-begin'?: true;
}

export function FileButton({ label, onChoose, ...button }: FileButtonProps) {
  const field = useRef<HTMLInputElement>(null);
  const choose = ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const chosen = [...(input.files ?? [])];
    if (chosen.length === 0) return;
    // An empty value lets the same file be chosen again after it was edited.
    void onChoose(chosen).finally(() => (input.value = ''));
  };
  return (
    <>
      <Button {...button} onClick={() => field.current?.click()}>
        Escolher arquivo
      </Button>
      <input
        ref={field}
        type="file"
        multiple
        accept=".xlsx,.xls,.csv,.txt,.tsv,text/csv,text/plain,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        className="visually-hidden"
        aria-label={label}
        tabIndex={-1}
        onChange={choose}
      />
    </>
  );
}
