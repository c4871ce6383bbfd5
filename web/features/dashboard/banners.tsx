import { CloudOff, RotateCw } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { Button } from '@mantine/core';
import { once } from '#domain/once.ts';
import { useStores } from '#web/stores/root-store.tsx';
import type { ListName } from '#web/stores/business/read-business.ts';
import styles from './banners.module.css';
import { useOnline } from './use-online.ts';

const NAMES: Readonly<Record<ListName, string>> = {
  fixedCosts: 'custos fixos',
  variableCosts: 'custos variáveis',
  dishes: 'pratos',
  revenue: 'faturamento',
  breakEven: 'ponto de equilíbrio',
  ingredients: 'insumos',
  dashboard: 'indicadores',
};

const SAO_PAULO = { timeZone: 'America/Sao_Paulo' } as const;
const dayOf = once(() => new Intl.DateTimeFormat('pt-BR', { ...SAO_PAULO, day: '2-digit', month: '2-digit' }));
const hourOf = once(() => new Intl.DateTimeFormat('pt-BR', { ...SAO_PAULO, hour: '2-digit', minute: '2-digit' }));

/** '21/11 às 10:32' */
const dayAndHour = (at: Date): string => `${dayOf().format(at)} às ${hourOf().format(at)}`;

/** What is wrong with the connection or with a part of the data, above the tab. */
export const Banners = observer(function Banners() {
  const { business } = useStores();
  const isOnline = useOnline();
  const failed = [...business.failedLists].map((name) => NAMES[name]);
  const { keptAt } = business;
  if (isOnline && !keptAt && failed.length === 0) return null;
  return (
    <div className={styles['banners']}>
      {keptAt && (
        <div className={styles['banner']} role="status">
          <CloudOff size={20} aria-hidden />
          <p>Sem conexão com o Prumo: mostrando os dados de {dayAndHour(keptAt)}, só para consulta.</p>
          <Button variant="default" loading={business.refreshing} onClick={() => void business.retry()}>
            Tentar de novo
          </Button>
        </div>
      )}
      {!isOnline && !keptAt && (
        <div className={styles['banner']} role="status">
          <CloudOff size={20} aria-hidden />
          <p>
            Você está sem internet. Os números na tela são os últimos que chegaram; mudanças novas podem não ser salvas.
          </p>
        </div>
      )}
      {failed.length > 0 && (
        <div className={styles['banner']} role="alert">
          <RotateCw size={20} aria-hidden />
          <p>Não deu para carregar: {failed.join(', ')}. Seus dados continuam guardados.</p>
          <Button variant="default" loading={business.refreshing} onClick={() => void business.retry()}>
            Tentar de novo
          </Button>
        </div>
      )}
    </div>
  );
});
