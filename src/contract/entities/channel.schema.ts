import * as v from 'valibot';
import { optionalFields, bodySchema } from '../body.ts';
import { defineEndpoints } from '../endpoint.ts';
import { Id, NewId, AsOf } from '../fields.ts';
import { channelFields } from '#domain/business/channel/fields.ts';
import { replySchemas, inputSchemas, ById, Version } from './field.schema.ts';
import { additionCallSchema, changeCallSchema, removalCallSchema } from './set-calls.schema.ts';
import { viewRoutes } from '../routes/views.ts';
import { changeRoutes } from '../routes/owner.ts';

export const ChannelReply = v.object({
  id: v.string(),
  ...replySchemas(channelFields),
  is_main: v.pipe(v.boolean(), v.description('Os indicadores do negócio e o preço de venda são deste canal.')),
  version: Version,
});
export type ChannelBody = v.InferOutput<typeof ChannelReply>;

const inputFields = { ...inputSchemas(channelFields), is_main: v.boolean('Diga se este é o canal principal.') };

/** Channels in which an entity counts; null means all. */
export const ChannelScope = v.nullable(
  v.pipe(
    v.array(Id, 'Envie os canais em uma lista; null para todos.'),
    v.minLength(1, 'Escolha ao menos um canal, ou deixe em todos.'),
    v.maxLength(100, 'Há canais demais aqui.'),
    v.transform((ids) => [...new Set(ids)]),
  ),
);

const owner = { access: 'owner', tag: 'Vendas' } as const;

export const channelEndpoints = defineEndpoints({
  listChannels: {
    ...viewRoutes.listChannels,
    ...owner,
    summary: 'Onde os pratos são vendidos: balcão, aplicativo.',
    query: AsOf,
    reply: v.array(ChannelReply),
  },
  addChannel: {
    ...changeRoutes.addChannel,
    ...owner,
    summary: 'Cadastra um canal de venda; o primeiro é o principal.',
    status: 201,
    body: bodySchema({ id: NewId, ...optionalFields(inputFields), name: inputFields.name }),
    reply: ChannelReply,
  },
  changeChannel: {
    ...changeRoutes.changeChannel,
    ...owner,
    summary: 'Muda o nome de um canal, ou faz dele o principal: o preço de cada prato em cada canal fica como está.',
    versioned: true,
    params: ById,
    body: bodySchema(optionalFields(inputFields)),
    reply: ChannelReply,
  },
  removeChannel: {
    ...changeRoutes.removeChannel,
    ...owner,
    summary: 'Exclui um canal que nada mais usa.',
    status: 204,
    versioned: true,
    params: ById,
  },
});

export const channelSetCalls = [
  additionCallSchema('addChannel', channelEndpoints),
  changeCallSchema('changeChannel', channelEndpoints),
  removalCallSchema('removeChannel', channelEndpoints),
] as const;
