import { CloudOff, RotateCw } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { type ReactNode, useSyncExternalStore } from 'react';
import { Button } from '@mantine/core';
import { useStores } from '#web/stores/root-store.tsx';
import { type BusinessPart, PARTS } from '#web/stores/business/parts.ts';
import { formatShortDayAndTime } from '#web/ui/instants.ts';
import { Note } from '#web/ui/note.tsx';

const PART_NAMES: Readonly<Record<BusinessPart, string>> = {
  fixedCosts: 'custos fixos',
  variableCosts: 'custos variáveis',
  dishes: 'pratos',
  months: 'faturamento',
  ingredients: 'insumos',
  preparations: 'preparos',
  channels: 'canais',
  settings: 'ajustes do negócio',
  statedTicket: 'ticket médio',
};

const namesOf = (parts: readonly BusinessPart[]): string => parts.map((part) => PART_NAMES[part]).join(', ');

/** Notices about the connection or a failed part of the data, above the tab. */
export const Banners = observer(function Banners() {
  const { business } = useStores();
  const isOnline = useOnline();
  const { reader, readAt } = business;
  const { cachedAt, staleParts: stale } = reader;
  const missingParts = reader.status === 'loaded' ? PARTS.filter((part) => reader.missingParts.has(part)) : [];
  const isOffline = !isOnline && !cachedAt;
  if (!isOffline && !cachedAt && !stale && missingParts.length === 0) return null;
  return (
    <div className="stack gap-8">
      {cachedAt && (
        <RetryNote role="status">
          Sem conexão com o Prumo: mostrando os dados de {formatShortDayAndTime(cachedAt)}, só para consulta.
        </RetryNote>
      )}
      {isOffline && (
        <Note role="status">
          <CloudOff size={20} aria-hidden />
          <p>
            Você está sem internet. {readAt && `Os números na tela são de ${formatShortDayAndTime(readAt)}; `}
            {readAt ? 'mudanças' : 'Mudanças'} novas podem não ser salvas.
          </p>
        </Note>
      )}
      {missingParts.length > 0 && (
        <RetryNote role="alert">
          Não deu para carregar: {namesOf(missingParts)}. Seus dados continuam guardados.
        </RetryNote>
      )}
      {stale && !isOffline && (
        <RetryNote role="status">
          {stale.parts.length === PARTS.length
            ? `Não deu para atualizar: mostrando os dados de ${formatShortDayAndTime(stale.from)}.`
            : `Não deu para atualizar: ${namesOf(stale.parts)}. Mostrando o que chegou em ${formatShortDayAndTime(stale.from)}.`}
        </RetryNote>
      )}
    </div>
  );
});

interface RetryNoteProps {
  readonly role: 'alert' | 'status';
  readonly children: ReactNode;
}

const RetryNote = observer(function RetryNote({ role, children }: RetryNoteProps) {
  const { business } = useStores();
  return (
    <Note role={role}>
      {role === 'alert' ? <RotateCw size={20} aria-hidden /> : <CloudOff size={20} aria-hidden />}
      <p>{children}</p>
      <Button variant="default" loading={business.reader.isRefreshing} onClick={() => void business.reader.retry()}>
        Tentar de novo
      </Button>
    </Note>
  );
});

/** Tells whether the browser reports a connection. */
const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}
