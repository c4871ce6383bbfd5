import { useEffect, useState } from 'react';
import { ActionButton } from './action.tsx';

/** Milliseconds that 'Copiado' replaces the label. */
const COPIED_MS = 2_000;

interface CopyButtonProps {
  readonly text: string;
  /** The label of the button: 'Copiar código'. */
  readonly label: string;
  readonly tone?: 'primary' | 'quiet';
  /** Is called when the browser refuses to copy, so that the text can be selected by hand. */
  readonly onRefused?: () => void;
}

/** Copies a text to the clipboard and confirms it for two seconds. */
export function CopyButton({ text, label, tone = 'primary', onRefused }: CopyButtonProps) {
  const [state, setState] = useState<'ready' | 'copied' | 'refused'>('ready');
  useEffect(() => {
    if (state !== 'copied') return undefined;
    const timer = setTimeout(() => setState('ready'), COPIED_MS);
    return () => clearTimeout(timer);
  }, [state]);
  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setState('copied');
    } catch {
      setState('refused');
      onRefused?.();
    }
  }
  return (
    <>
      <ActionButton tone={tone} onClick={() => void copy()}>
        {state === 'copied' ? 'Copiado' : label}
      </ActionButton>
      <span className="visually-hidden" role="status">
        {state === 'copied' ? 'Copiado' : ''}
      </span>
      {state === 'refused' && <p role="alert">O navegador não deixou copiar. Selecione o texto e copie por ele.</p>}
    </>
  );
}
