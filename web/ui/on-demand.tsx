import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { ActionButton } from './action.tsx';
import styles from './on-demand.module.css';

/** A part of the page whose code could not be had: the connection is gone, or a newer version has taken its place. */
function RetryNote({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div className={`${styles['note']} stack from-left gap-16 pad-block-24 pad-inline-24`} role="alert">
      <p>Esta parte da página não carregou. Confira a conexão e tente de novo; se não adiantar, atualize a página.</p>
      <ActionButton tone="quiet" onClick={onRetry}>
        Tentar de novo
      </ActionButton>
    </div>
  );
}

interface OnDemand<Props> {
  (props: Props): ReactNode;
  /** Fetches the code now, so that it is there when it is asked for. Rejects when it cannot be had. */
  readonly preload: () => Promise<unknown>;
  /** Would it show itself at once? */
  readonly isThere: () => boolean;
}

/**
 * A component whose code comes when it is first shown: at once where it has been fetched already. Not React's `lazy`: what
 * suspends stands behind its fallback for at least 300 ms, also where the code is there after ten.
 * @param load gives the component
 * @param waiting what stands there until then
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
): OnDemand<Props> {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;

  async function fetchCode(): Promise<void> {
    try {
      loaded = await load();
    } catch (error) {
      loading = undefined; // the next one who asks tries again
      throw error;
    }
  }

  const preload = (): Promise<void> => (loading ??= fetchCode());

  function Shown(props: Props): ReactNode {
    const [state, setState] = useState<'waiting' | 'there' | 'failed'>('waiting');
    useEffect(() => {
      if (loaded || state !== 'waiting') return undefined;
      let isGone = false;
      const tell = (next: 'there' | 'failed') => () => {
        if (!isGone) setState(next);
      };
      preload().then(tell('there'), tell('failed'));
      return () => {
        isGone = true;
      };
    }, [state]);
    if (loaded) {
      const Component = loaded;
      return <Component {...props} />;
    }
    return state === 'failed' ? <RetryNote onRetry={() => setState('waiting')} /> : waiting;
  }
  return Object.assign(Shown, { preload, isThere: () => loaded !== undefined });
}
