import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import styles from './async.module.css';
import { Spinner } from './spinner.tsx';

/** Something that loads: a store, or a part of one. */
export interface Loadable {
  readonly status: 'idle' | 'loading' | 'loaded' | 'failed';
  retry(): unknown;
}

interface AsyncProps {
  readonly of: Loadable;
  /** 'Carregando dashboard...' */
  readonly loading: string;
  /** 'Erro ao carregar dados do dashboard' */
  readonly failure: string;
  /** Asked only once there is something to show. */
  readonly children: () => ReactNode;
}

/** The states of a view: loading, failed with a way to try again, loaded. Emptiness is the content's own matter. */
export const Async = observer(function Async({ of, loading, failure, children }: AsyncProps) {
  if (of.status === 'loaded') return <>{children()}</>;
  if (of.status === 'failed') {
    return (
      <div className={styles['place']} role="alert">
        <p className={styles['failure']}>{failure}</p>
        <p className={styles['advice']}>Seus dados estão guardados. Confira a conexão e tente de novo.</p>
        <Button variant="default" onClick={() => void of.retry()}>
          Tentar de novo
        </Button>
      </div>
    );
  }
  return (
    <div className={styles['place']}>
      <Spinner label={loading} />
    </div>
  );
});
