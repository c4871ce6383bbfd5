import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { ActionButton } from './action.tsx';
import styles from './page.module.css';

/**
 * A notice for a part of the page whose code could not be loaded: the connection is lost, or a newer version is
 * deployed.
 */
function RetryNote({ onRetry }: { readonly onRetry: () => void }) {
  return (
    <div className={`${styles['retryNote']} stack from-left gap-16 pad-block-24 pad-inline-24`} role="alert">
      <p>Esta parte da página não carregou. Confira a conexão e tente de novo; se não adiantar, atualize a página.</p>
      <ActionButton tone="quiet" onClick={onRetry}>
        Tentar de novo
      </ActionButton>
    </div>
  );
}

interface OnDemand<Props> {
  (props: Props): ReactNode;
  /** Loads the code in advance. Rejects if that fails. */
  readonly preload: () => Promise<unknown>;
  /** Tells whether the code is loaded, so that the component renders at once. */
  readonly isLoaded: () => boolean;
}

/**
 * A component whose code is loaded when it is first rendered; once loaded, it renders at once. React's `lazy` would
 * show its fallback for at least 300 ms, even if the code arrives after ten.
 * @param load loads the component
 * @param fallback the content until then
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): OnDemand<Props> {
  let loaded: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;

  async function fetchCode(): Promise<void> {
    try {
      loaded = await load();
    } catch (error) {
      loading = undefined; // The next caller tries again.
      throw error;
    }
  }

  const preload = (): Promise<void> => (loading ??= fetchCode());

  function OnDemandComponent(props: Props): ReactNode {
    const [state, setState] = useState<'waiting' | 'loaded' | 'failed'>('waiting');
    useEffect(() => {
      if (loaded || state !== 'waiting') return undefined;
      let isUnmounted = false;
      const update = (next: 'loaded' | 'failed') => () => {
        if (!isUnmounted) setState(next);
      };
      preload().then(update('loaded'), update('failed'));
      return () => {
        isUnmounted = true;
      };
    }, [state]);
    if (loaded) {
      const Component = loaded;
      return <Component {...props} />;
    }
    return state === 'failed' ? <RetryNote onRetry={() => setState('waiting')} /> : fallback;
  }
  return Object.assign(OnDemandComponent, { preload, isLoaded: () => loaded !== undefined });
}
