import type { PrintedChannel } from './printed.ts';
import styles from './recipe-page.module.css';

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
        <th scope="col">Preço</th>
        <th scope="col">CMV</th>
        <th scope="col">Taxas</th>
        <th scope="col">Sobra</th>
      </tr>
    </thead>
    <tbody>
      {channels.map(({ channelId, name, cells }) => (
        <tr key={channelId}>
          <th scope="row">{name}</th>
          {cells === undefined ? (
            <td colSpan={4}>não é vendido</td>
          ) : (
            cells.map((cell, i) => <td key={COLUMNS[i]}>{cell}</td>)
          )}
        </tr>
      ))}
    </tbody>
  </table>
);

const COLUMNS = ['price', 'cmv', 'rates', 'left'];
