import type { CommandOf, CommandType, EndpointOf } from '#contract/entities/command-mapping.ts';
import { commandMappingOf, isSingleCommand } from '#contract/entities/command-mappings.ts';
import type { changeSetEndpoints } from '#contract/change-set.ts';
import type { ChannelSalesBody, salesImportEndpoints } from '#contract/entities/sales.schema.ts';
import type { WireBody, RequestParts } from '#contract/endpoint.ts';
import type { BusinessCommand, SingleCommand, ChangeSet } from '#domain/business/commands.ts';
import type { Business } from '#domain/business/state.ts';
import type { OwnerClient, CallInput, CallOptions } from '#web/api/client.ts';
import { ApiProblem } from '#web/api/failures.ts';
import type { ExecutedCommand } from './apply-command.ts';
import { withChangedFields } from './changed-fields.ts';
import { entityIdOfCommand } from './entity-id.ts';
import { channelSalesBody } from '#contract/entities/sales.ts';
import { fromTenThousandths } from '#domain/decimal.ts';

interface CommandToSend {
  readonly command: BusinessCommand;
  /** The confirmed state, which has the versions on screen. */
  readonly confirmed: Business;
  readonly key: string;
}

/** Sends a command by its call of the contract. @throws ApiProblem · NetworkFailure */
export async function sendCommand(
  api: OwnerClient,
  { command, confirmed, key }: CommandToSend,
): Promise<ExecutedCommand> {
  let changeId: string | undefined;
  const onChangeId = (id: string): void => {
    changeId = id;
  };
  const options = { idempotencyKey: key, onChangeId };
  if (command.type === 'ApplyChangeSet' && isSalesReport(command)) {
    const reply = await api.call('importSales', { ...options, body: reportBody(command) });
    const commands = command.commands.map((member) => withCreatedChannel(member, reply[0]));
    return { command: { ...command, commands }, changeId };
  }
  if (command.type === 'ApplyChangeSet') {
    await api.call('applyChanges', { ...options, body: { calls: command.commands.map(callInSet) } });
    return { command, changeId };
  }
  if (!isSingleCommand(command)) throw new Error(`no call of an owner: ${command.type}`);
  const sentCommand = withChangedFields(command, confirmed);
  const executed = await sendSingle(api, sentCommand, { ...options, ifMatch: seenVersionOf(sentCommand) }).catch(
    (error: unknown) => {
      if (!isAlreadyRemoved(sentCommand, error)) throw error;
      return { command: sentCommand };
    },
  );
  return { ...executed, changeId };
}

type SetCall = WireBody<(typeof changeSetEndpoints)['applyChanges']>['calls'][number];

/**
 * A command as one call of a set, with the version on screen if it names one. The sender chooses the ids of added
 * entities.
 */
export function callInSet(command: SingleCommand): SetCall {
  const { endpoint, kind, toRequest } = commandMappingOf(command);
  const version = seenVersionOf(command);
  return {
    call: endpoint,
    ...(kind === 'adds' ? { id: entityIdOfCommand(command) } : {}),
    ...toRequest(command),
    ...(version === undefined ? {} : { if_match: version }),
  } as SetCall;
}

/** The version on screen. */
const seenVersionOf = (command: SingleCommand): number | undefined =>
  'version' in command ? command.version : undefined;

/** A command as a call of its own. */
export function singleCall<Type extends CommandType>(command: CommandOf<Type>): RequestParts<EndpointOf<Type>> {
  const { kind, toRequest } = commandMappingOf<Type>(command);
  const parts: { readonly body?: object } & RequestParts<EndpointOf<Type>> = toRequest(command);
  return kind === 'adds' ? { ...parts, body: { id: entityIdOfCommand(command), ...parts.body } } : parts;
}

async function sendSingle<Type extends CommandType>(api: OwnerClient, command: CommandOf<Type>, options: CallOptions) {
  const reply: unknown = await api.call(commandMappingOf<Type>(command).endpoint, {
    ...singleCall<Type>(command),
    ...options,
  } as CallInput<EndpointOf<Type>>);
  if (command.type !== 'RecordSales') return { command, reply };
  return { command: withCreatedChannel(command, reply as ChannelSalesBody), reply };
}

/** Tells whether somebody else has already removed it, so that the removal has succeeded. */
const isAlreadyRemoved = (command: SingleCommand, error: unknown): boolean =>
  commandMappingOf(command).kind === 'removes' && error instanceof ApiProblem && error.status === 404;

type ReportBody = WireBody<(typeof salesImportEndpoints)['importSales']>;
type RecordSales = Extract<SingleCommand, { type: 'RecordSales' }>;
type RecordMonthRevenue = Extract<SingleCommand, { type: 'RecordMonthRevenue' }>;

const isSales = (command: SingleCommand): command is RecordSales => command.type === 'RecordSales';
const isRevenue = (command: SingleCommand): command is RecordMonthRevenue => command.type === 'RecordMonthRevenue';

/** A set of sales, with revenue of months, is a report, which has a call of its own. */
const isSalesReport = ({ commands }: Pick<ChangeSet, 'commands'>): boolean =>
  commands.some(isSales) && commands.every((command) => isSales(command) || isRevenue(command));

export const reportBody = ({ commands }: Pick<ChangeSet, 'commands'>): ReportBody => ({
  sets: commands.filter(isSales).map((set) => channelSalesBody(set)),
  revenue: commands
    .filter(isRevenue)
    .map(({ month, value, orders }) => ({ month, value: fromTenThousandths(value), orders_count: orders })),
});

/** The command with the id of the channel that the server created for the first set. */
const withCreatedChannel = (command: SingleCommand, reply: ChannelSalesBody | undefined): SingleCommand =>
  isSales(command) && reply ? { ...command, newChannelId: reply.channel_id } : command;
