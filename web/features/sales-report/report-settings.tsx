import { NativeSelect } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { dayOf, yearMonthName } from '#contract/instants.ts';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { NEW_CHANNEL_PREFIX } from '../fields/new-channels.ts';
import { ColumnChoices } from '../files/column-choices.tsx';
import { selectableMonths } from '../mix/sales-loader.ts';
import { COLUMN_LABELS, isPerOrder, isReadable, REPORT_COLUMNS, type ReportColumn } from './report-columns.ts';
import type { ReportDraft } from './report-draft.ts';
import type { OpenedReport } from './report-reader.ts';
import styles from './sales-report.module.css';
import '#web/ui/mantine-fields.ts';

interface ReportSettingsProps {
  readonly draft: ReportDraft;
  readonly report: OpenedReport;
}

/** The month and the channel of a report without columns for them, and the choice of columns. */
export const ReportSettings = observer(function ReportSettings({ draft, report }: ReportSettingsProps) {
  const [months] = useState(() => selectableMonths(dayOf(new Date())));
  const { columns, channels } = draft;
  const listedColumns = REPORT_COLUMNS.filter(
    (column) => column !== 'channel' || channels.length > 0 || columns.channel !== null,
  );
  const requiredColumns: readonly ReportColumn[] = isPerOrder(columns) ? [] : ['product', 'quantity'];
  const { newAppChannel } = draft;
  const needsChannel =
    columns.channel === null && (channels.length > 0 || newAppChannel !== undefined) && !isPerOrder(columns);
  return (
    <>
      {(columns.date === null || needsChannel) && (
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
          {needsChannel && (
            <NativeSelect
              className={`${styles['choice']} shrinks`}
              label="De que canal são?"
              value={draft.wholeFileChannel}
              onChange={(event) => draft.setWholeFileChannel(event.currentTarget.value)}
              data={[
                ...(channels.length === 0
                  ? [{ value: draft.mainChannel, label: 'Com todas as outras vendas' }]
                  : channels.map(({ id, name }) => ({ value: id, label: name }))),
                ...(newAppChannel === undefined
                  ? []
                  : [{ value: `${NEW_CHANNEL_PREFIX}${newAppChannel}`, label: `Criar o canal “${newAppChannel}”` }]),
              ]}
            />
          )}
        </div>
      )}
      <Disclosure
        label={draft.hasRememberedColumns ? 'Colunas: como da última vez' : 'Confira qual coluna é qual'}
        isNeeded={!isReadable(columns)}
        isOpenAtFirst={!draft.hasRememberedColumns}
      >
        <ColumnChoices
          columns={listedColumns.map((is) => ({
            is,
            label: COLUMN_LABELS[is],
            isNeeded: requiredColumns.includes(is),
          }))}
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
