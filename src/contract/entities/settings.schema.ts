import * as v from 'valibot';
import { allOptional, fields } from '../body.ts';
import { endpoints } from '../endpoint.ts';
import { Loss } from '../fields.ts';
import { AsOf } from '../moments.ts';
import { Percent, Version } from './reply-values.schema.ts';
import { restating } from './set-calls.schema.ts';

export const SettingsReply = v.object({
  production_loss: v.pipe(Percent, v.description('Perda na produção dos pratos que não têm a sua.')),
  version: Version,
});
export type SettingsBody = v.InferOutput<typeof SettingsReply>;

export const settingsEndpoints = endpoints({
  businessSettings: {
    method: 'GET',
    path: '/api/business-settings',
    access: 'owner',
    tag: 'Negócio',
    summary: 'O que vale para o negócio inteiro.',
    query: AsOf,
    reply: SettingsReply,
  },
  changeBusinessSettings: {
    method: 'PUT',
    path: '/api/business-settings',
    access: 'owner',
    tag: 'Negócio',
    summary: 'Muda o que vale para o negócio inteiro; null volta ao padrão.',
    changes: 'data',
    versioned: true,
    body: fields(allOptional({ production_loss: v.nullable(Loss) })),
    reply: SettingsReply,
  },
});

export const settingsSetCalls = [restating('changeBusinessSettings', settingsEndpoints)] as const;
