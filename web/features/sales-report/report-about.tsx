import { NativeSelect } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { dayOf } from '#contract/instants.ts';
import { yearMonthName } from '#contract/month-names.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { NEW_CHANNEL_PREFIX } from '../fields/new-channels.ts';
import { ColumnChoices } from '../files/column-choices.tsx';
import { selectableMonths } from '../mix/sales-loader.ts';
import { COLUMN_LABELS, isPerOrder, isReadable, REPORT_COLUMNS, type ReportColumn } from './report-columns.ts';
import type { ReportDraft } from './report-draft.ts';
import type { OpenedReport } from './report-reader.ts';
import styles from './sales-report.module.css';
import '#web/ui/mantine-fields.ts';

interface ReportAboutProps {
  readonly draft: ReportDraft;
  readonly report: OpenedReport;
}

/** The month and the channel of a report without columns for them, and the choice of columns. */
export const ReportAbout = observer(function ReportAbout({ draft, report }: ReportAboutProps) {
  const [months] = useState(() => selectableMonths(dayOf(new Date())));
  const { columns, channels } = draft;
  const asked = REPORT_COLUMNS.filter(
    (column) => column !== 'channel' || channels.length > 0 || columns.channel !== null,
  );
  const needed: readonly ReportColumn[] = isPerOrder(columns) ? [] : ['product', 'quantity'];
  const { appInTitle } = draft;
  const isChannelAsked =
    columns.channel === null && (channels.length > 0 || appInTitle !== undefined) && !isPerOrder(columns);
  return (
    <>
      {(columns.date === null || isChannelAsked) && (
        <div className="flex wrap at-top gap-16">
          {columns.date === null && (
            <NativeSelect
              className={`${styles['choice']} shrinks`}
              label="De que mês são as vendas?"
              value={draft.month}
              onChange={(event) => draft.setMonth(event.currentTarget.value)}
              data={months.map((value) => ({ value, label: yearMonthName(value) }))}
            />
          )}
          {isChannelAsked && (
            <NativeSelect
              className={`${styles['choice']} shrinks`}
              label="De que canal são?"
              value={draft.channelOfAll}
              onChange={(event) => draft.setChannelOfAll(event.currentTarget.value)}
              data={[
                ...(channels.length === 0
                  ? [{ value: draft.mainChannel, label: 'Com todas as outras vendas' }]
                  : channels.map(({ id, name }) => ({ value: id, label: name }))),
                ...(appInTitle === undefined
                  ? []
                  : [{ value: `${NEW_CHANNEL_PREFIX}${appInTitle}`, label: `Criar o canal “${appInTitle}”` }]),
              ]}
            />
          )}
        </div>
      )}
      <Disclosure
        label={draft.isRemembered ? 'Colunas: como da última vez' : 'Confira qual coluna é qual'}
        isNeeded={!isReadable(columns)}
        isOpenAtFirst={!draft.isRemembered}
      >
        <ColumnChoices
          columns={asked.map((is) => ({ is, label: COLUMN_LABELS[is], isNeeded: needed.includes(is) }))}
          headings={report.headings}
          indexes={columns}
          none="Não há"
          samples={report.samples}
          onChange={(column, place) => draft.setColumn(column, place)}
        />
      </Disclosure>
    </>
  );
});
