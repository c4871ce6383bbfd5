import { observer } from 'mobx-react-lite';
import { toSafeNumber } from '#domain/decimal.ts';
import { sharedCostsOf } from '#domain/figures/business-figures.ts';
import { formatPercentage } from '#domain/format.ts';
import { useStores } from '#web/stores/root-store.tsx';
import { AddPanel } from '../entry/add-panel.tsx';
import { EntryRow } from '../entry/entry-row.tsx';
import { ListTools } from '../entry/entry-layout.tsx';
import { RowContent, RowList } from '../entry/row-list.tsx';
import { DownloadButton } from '../export/download-button.tsx';
import { channelEntry } from './channel-entry.tsx';
import { channelsOf } from '../fields/channels-of.ts';

/** The list of channels with the costs of a sale in each: for adding, renaming, removing and choosing the main one. */
export const ChannelManager = observer(function ChannelManager() {
  const { business } = useStores();
  const rates =
    business.allData.kind === 'known'
      ? new Map(sharedCostsOf(business.state).channels.map(({ id, variablePercentage }) => [id, variablePercentage]))
      : undefined;
  const rateText = (id: string): string => {
    const rate = rates?.get(id);
    return rate === undefined ? '–' : formatPercentage(toSafeNumber(rate));
  };
  return (
    <>
      <ListTools>
        <DownloadButton table="canais" label="Baixar canais" />
      </ListTools>
      <RowList label="Canais de venda">
        {channelsOf(business).map((channel) => (
          <EntryRow key={channel.id} definition={channelEntry} row={channel}>
            <RowContent
              name={channel.name}
              detail={channel.isMain ? 'principal' : undefined}
              value={rateText(channel.id)}
              textBelowValue="de cada venda"
            />
          </EntryRow>
        ))}
      </RowList>
      <AddPanel definition={channelEntry} />
    </>
  );
});
