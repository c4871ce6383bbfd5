import type { PrintedChannel } from './printed.ts';
import styles from './recipe-page.module.css';

/** Over the cells of a `PrintedChannel`. */
export const CHANNEL_COLUMNS = ['Preço', 'CMV', 'Taxas', 'Margem'];

/** What a dish costs and leaves in each channel. */
export const ChannelsPaper = ({
  of,
  channels,
}: {
  readonly of: string;
  readonly channels: readonly PrintedChannel[];
}) => (
  <table className={styles['lines']}>
    <caption className="visually-hidden">{of} em cada canal</caption>
    <thead>
      <tr>
        <th scope="col">Canal</th>
        {CHANNEL_COLUMNS.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {channels.map(({ channelId, name, cells }) => (
        <tr key={channelId}>
          <th scope="row">{name}</th>
          {cells === undefined ? (
            <td colSpan={4}>não é vendido</td>
          ) : (
            cells.map((cell, i) => <td key={CHANNEL_COLUMNS[i]}>{cell}</td>)
          )}
        </tr>
      ))}
    </tbody>
  </table>
);
