import { NativeSelect } from '@mantine/core';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { dayOf, yearMonthName } from '#contract/instants.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { channelsOf } from '../fields/channels-of.ts';
import { DownloadButton } from '../export/download-button.tsx';
import { useCached } from '../entry/use-cached.ts';
import { selectableMonths } from '../mix/sales-loader.ts';
import styles from './sales.module.css';
import { SalesForms } from './sales-form.ts';
import { SalesRows } from './sales-rows.tsx';
import '#web/ui/mantine-fields.ts';

/** The form for the quantity of each dish that was sold in a month in one channel. */
export const SalesGrid = observer(function SalesGrid() {
  const { business } = useStores();
  const [months] = useState(() => selectableMonths(dayOf(new Date())));
  const [month, setMonth] = useState(months[1] ?? '');
  const channels = channelsOf(business);
  const forms = useCached(business, 'sales', () => new SalesForms());
  const [channelId, setChannelId] = useState<string>();
  const channel = channels.find(({ id }) => id === channelId) ?? channels[0];
  // The first sale creates the main channel; the form must not be reset by that.
  const formKey = `${month} ${channels.length < 2 ? '' : channel?.id}`;
  return (
    <Panel title="O que você vendeu" hint="Quantas unidades de cada prato saíram no mês. Enter vai para o próximo.">
      <div className="flex wrap at-bottom gap-12">
        <NativeSelect
          className={styles['choice'] ?? ''}
          label="Mês"
          value={month}
          onChange={(event) => setMonth(event.currentTarget.value)}
          data={months.map((value) => ({ value, label: yearMonthName(value) }))}
        />
        {channels.length > 1 && (
          <NativeSelect
            className={styles['choice'] ?? ''}
            label="Canal"
            value={channel?.id}
            onChange={(event) => setChannelId(event.currentTarget.value)}
            data={channels.map(({ id, name: label }) => ({ value: id, label }))}
          />
        )}
      </div>
      <SalesRows key={formKey} form={forms.formFor(month, channel, channels)} month={month} channel={channel} />
      {business.state.sales.size > 0 && (
        <div>
          <DownloadButton table="vendas" label="Baixar vendas" />
        </div>
      )}
    </Panel>
  );
});
