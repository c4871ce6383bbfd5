import { Component, type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { ActionButton } from './action.tsx';
import styles from './page.module.css';

interface RetryNoteProps {
  readonly text: string;
  readonly onRetry: () => void;
}

const RetryNote = ({ text, onRetry }: RetryNoteProps) => (
  <div className={`${styles['note']} stack from-left gap-16 pad-block-24 pad-inline-24`} role="alert">
    <p>{text}</p>
    <ActionButton tone="quiet" onClick={onRetry}>
      Tentar de novo
    </ActionButton>
  </div>
);

/** Without a connection, or after a newer version was deployed, the code of a part cannot be loaded. */
const NOT_LOADED =
  'Esta parte da página não carregou. Confira a conexão e tente de novo; se não adiantar, atualize a página.';
const HAS_FAILED =
  'Esta parte da página parou por um erro nosso. Seus dados estão guardados. Tente de novo; se não adiantar, atualize a página.';

/** Shows a note in place of a part whose code has thrown, because React would empty the whole page. */
class FailureBoundary extends Component<{ readonly children: ReactNode }, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return <RetryNote text={HAS_FAILED} onRetry={() => this.setState({ hasFailed: false })} />;
  }
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
      const Loaded = loaded;
      return (
        <FailureBoundary>
          <Loaded {...props} />
        </FailureBoundary>
      );
    }
    return state === 'failed' ? <RetryNote text={NOT_LOADED} onRetry={() => setState('waiting')} /> : fallback;
  }
  return Object.assign(OnDemandComponent, { preload, isLoaded: () => loaded !== undefined });
}
