import type { WireBody } from '#contract/endpoint.ts';
import { channelSalesBody } from '#contract/entities/sales.ts';
import type { ChannelSalesBody, salesImportEndpoints } from '#contract/entities/sales.schema.ts';
import type { ChangeSet, SingleCommand } from '#domain/business/commands.ts';
import { fromTenThousandths } from '#domain/decimal.ts';

type ReportBody = WireBody<(typeof salesImportEndpoints)['importSales']>;
type RecordSales = Extract<SingleCommand, { type: 'RecordSales' }>;
type RecordMonthRevenue = Extract<SingleCommand, { type: 'RecordMonthRevenue' }>;

const isSales = (command: SingleCommand): command is RecordSales => command.type === 'RecordSales';
const isRevenue = (command: SingleCommand): command is RecordMonthRevenue => command.type === 'RecordMonthRevenue';

/** A set of sales, with revenue of months, is a report, which has a call of its own. */
export const isSalesReport = ({ commands }: Pick<ChangeSet, 'commands'>): boolean =>
  commands.some(isSales) && commands.every((command) => isSales(command) || isRevenue(command));

export const reportBody = ({ commands }: Pick<ChangeSet, 'commands'>): ReportBody => ({
  sets: commands.filter(isSales).map((set) => channelSalesBody(set)),
  revenue: commands
    .filter(isRevenue)
    .map(({ month, value, orders }) => ({ month, value: fromTenThousandths(value), orders_count: orders })),
});

/** The command with the id of the channel that the server created for the first set. */
export const withCreatedChannel = (command: SingleCommand, reply: ChannelSalesBody | undefined): SingleCommand =>
  isSales(command) && reply ? { ...command, newChannelId: reply.channel_id } : command;
