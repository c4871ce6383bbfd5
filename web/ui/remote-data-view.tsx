import { Button } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { RemoteData } from '#web/stores/data-loader.ts';
import styles from './remote-data.module.css';
import { OutdatedNote } from './not-loaded.tsx';
import { Spinner } from './spinner.tsx';

interface RemoteDataViewProps<T> {
  /** Refused data are shown as failed ones. */
  readonly data: RemoteData<T> | { readonly kind: 'refused' };
  readonly onRetry: () => unknown;
  /** The label of the spinner: 'Carregando dashboard...' */
  readonly loading: string;
  /** The title of the failure: 'Erro ao carregar dados do dashboard'. */
  readonly failure: string;
  /** Renders the value, and only if it is known. */
  readonly children: (value: T) => ReactNode;
}

/** Remote data: loading, failed with a retry button, or known. An empty list is handled by the content. */
export const RemoteDataView = observer(function RemoteDataView<T>({
  data,
  onRetry,
  loading,
  failure,
  children,
}: RemoteDataViewProps<T>) {
  switch (data.kind) {
    case 'known':
      return (
        <>
          {data.staleSince && <OutdatedNote readAt={data.staleSince} onRetry={onRetry} />}
          {children(data.value)}
        </>
      );
    case 'failed':
    case 'refused':
      return (
        <div className={`${styles['place']} stack from-top from-left gap-8`} role="alert">
          <p className={`${styles['failure']} text-20 weight-600`}>{failure}</p>
          <p className={`${styles['advice']} soft`}>Seus dados estão guardados. Confira a conexão e tente de novo.</p>
          <Button variant="default" onClick={() => void onRetry()}>
            Tentar de novo
          </Button>
        </div>
      );
    case 'loading':
      return (
        <div className={`${styles['place']} stack from-top from-left gap-8`}>
          <Spinner label={loading} />
        </div>
      );
    default:
      return data satisfies never;
  }
});
