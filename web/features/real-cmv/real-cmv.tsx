import { NativeSelect } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { CmvBody } from '#contract/entities/stock-value.schema.ts';
import { stockValuesFrom } from '#contract/entities/stock-value.ts';
import { dayOf, yearMonthName } from '#contract/instants.ts';
import { requireTenThousandths } from '#domain/decimal.ts';
import { monthsBefore } from '#domain/figures/mix.ts';
import { formatMoney, formatPercentage } from '#domain/format.ts';
import type { BusinessStore } from '#web/stores/business-store.ts';
import { whenChanged } from '#web/stores/business/watch-business.ts';
import { DataLoader } from '#web/stores/data-loader.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { RemoteDataView } from '#web/ui/remote-data-view.tsx';
import { Figure } from '#web/ui/figure.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { selectableMonths } from '../mix/sales-loader.ts';
import { amountText, missingSentences, sumText, verdictOf } from './cmv-words.ts';
import styles from './real-cmv.module.css';
import { StockField } from './stock-field.tsx';
import '#web/ui/mantine-fields.ts';

/** The real cost of a month's ingredients, beside the cost by recipe of the sold dishes. */
export const RealCmv = observer(function RealCmv() {
  const [months] = useState(() => selectableMonths(dayOf(new Date())));
  const [month, setMonth] = useState(months[1] ?? '');
  return (
    <Panel
      title="CMV real e planejado"
      hint="O que saiu da despensa no mês, ao lado do que as fichas dizem para o que você vendeu."
    >
      <div className="stack gap-20">
        <NativeSelect
          className={styles['choice'] ?? ''}
          label="Período do CMV"
          value={month}
          onChange={(event) => setMonth(event.currentTarget.value)}
          data={months.map((value) => ({ value, label: yearMonthName(value) }))}
        />
        <MonthCmv key={month} month={month} />
      </div>
    </Panel>
  );
});

async function readMonth(business: BusinessStore, month: string): Promise<CmvBody> {
  const [values, cmv] = await Promise.all([
    business.readHistory('listStockValues', { query: {} }),
    business.readHistory('monthCmv', { params: { month }, query: {} }),
  ]);
  business.addPurchasing({ stockValues: stockValuesFrom(values) });
  return cmv;
}

const MonthCmv = observer(function MonthCmv({ month }: { readonly month: string }) {
  const { business } = useStores();
  const [loader] = useState(() => new DataLoader(() => readMonth(business, month)));
  useEffect(() => void loader.load(), [loader]);
  useEffect(() => whenChanged(business, () => void loader.load()), [business, loader]);
  return (
    <RemoteDataView
      data={loader.data}
      onRetry={() => loader.load()}
      loading="Carregando CMV do mês..."
      failure="Erro ao carregar o CMV do mês"
    >
      {(cmv) => (
        <>
          <div className={`${styles['stocks']} stack at-top gap-16`}>
            <StockField month={monthsBefore(month, 1)} />
            <StockField month={month} />
          </div>
          <Comparison cmv={cmv} />
        </>
      )}
    </RemoteDataView>
  );
});

function Comparison({ cmv }: { readonly cmv: CmvBody }) {
  const { planned, real, difference, difference_percentage: share, missing } = cmv;
  const verdict = verdictOf(cmv);
  return (
    <>
      <div className={`${styles['figures']} stack gap-16 across-24`}>
        <Figure label="CMV real" value={amountText(real)} sentence={real === null ? undefined : sumText(cmv)} />
        <Figure label="CMV planejado" value={amountText(planned)} />
        <Figure
          label="Diferença"
          value={difference === null ? '–' : formatMoney(requireTenThousandths(difference))}
          sentence={share === null ? undefined : `${formatPercentage(requireTenThousandths(share))} do planejado`}
          tone={difference !== null && difference > 0 ? 'bad' : 'plain'}
        />
      </div>
      {missing.length > 0 && (
        <ul className="list stack gap-4 soft" aria-label="O que falta">
          {missingSentences(cmv).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
      {verdict && (
        <div className="stack gap-8">
          <p className="no-margin pretty">{verdict.sentence}</p>
          {verdict.reasons.length > 0 && (
            <ol className={`${styles['reasons']} stack gap-4 no-margin soft`} aria-label="As razões de sempre">
              {verdict.reasons.map((reason) => (
                <li key={reason}>{reason}</li>
              ))}
            </ol>
          )}
        </div>
      )}
    </>
  );
}
