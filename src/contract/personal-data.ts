import * as v from 'valibot';
import { fields } from './body.ts';
import { endpoints } from './endpoint.ts';
import { DOWNLOAD } from './limits.ts';

/** What the law gives every person: seeing all that is kept about them, and having it erased. */
export const personalDataEndpoints = endpoints({
  downloadData: {
    method: 'GET',
    path: '/api/account/data',
    access: 'signedIn',
    tag: 'Conta',
    summary: 'Tudo o que o Prumo guarda sobre quem pergunta, em um arquivo JSON.',
    limit: DOWNLOAD,
    reply: v.record(v.string(), v.unknown()),
  },
  eraseAccount: {
    method: 'DELETE',
    path: '/api/account',
    access: 'signedIn',
    tag: 'Conta',
    summary: 'Exclui para sempre a conta, os negócios e os dados pessoais de quem pede.',
    status: 204,
    changes: 'session',
    body: fields({ confirm: v.literal('EXCLUIR', 'Escreva EXCLUIR para confirmar.') }),
  },
});
