import type { Endpoint } from '#contract/endpoint.ts';
import { limitOf } from '#contract/limits.ts';

interface RefusalStatus {
  /** The name of the component that describes the status. */
  readonly name: string;
  readonly description: string;
  /** Tells whether the answer has a Retry-After header. */
  readonly hasRetryAfter?: true;
}

/** Every status by which a call may be refused. */
export const REFUSALS = {
  400: { name: 'Unreadable', description: 'O pedido não pôde ser lido, ou a entrada não foi concluída.' },
  401: { name: 'NotSignedIn', description: 'Falta a sessão, ou ela já terminou.' },
  403: { name: 'Forbidden', description: 'Sem o direito a isto, ou o pedido veio de outro site.' },
  404: { name: 'Unknown', description: 'Não existe, ou não é seu.' },
  409: { name: 'Conflict', description: 'Não combina com o que está valendo agora.' },
  413: {
    name: 'TooLarge',
    description: 'O pedido é grande demais. Divida em partes menores, por exemplo metade das linhas de cada vez.',
  },
  415: { name: 'NotJson', description: 'O corpo não é JSON.' },
  422: { name: 'Invalid', description: 'Algum campo ou parâmetro não pode ser usado; `fields` diz qual e por quê.' },
  429: { name: 'TooMany', description: 'Foram muitos pedidos em pouco tempo.', hasRetryAfter: true },
  503: { name: 'Away', description: 'Algo de que o produto precisa está fora do ar.', hasRetryAfter: true },
  default: { name: 'Refused', description: 'Recusado.' },
} as const satisfies Record<number | 'default', RefusalStatus>;

type StatusCode = keyof typeof REFUSALS;

export const REFUSAL_COMPONENTS: readonly RefusalStatus[] = Object.values(REFUSALS);

/** The statuses by which this call may be refused. */
export function refusalsOf(endpoint: Endpoint): readonly StatusCode[] {
  const { access, body, params, changes, versioned } = endpoint;
  const isPossible = {
    400: body !== undefined || access === 'paymentProvider',
    401: access !== 'anyone',
    403: changes !== undefined || access === 'owner' || access === 'admin' || access === 'listedAdmin',
    404: params !== undefined,
    409: changes !== undefined || versioned === true,
    413: body !== undefined || access === 'paymentProvider',
    415: body !== undefined,
    422: access !== 'paymentProvider',
    429: limitOf(endpoint) !== undefined,
    503: true,
    default: true,
  } satisfies Record<StatusCode, boolean>;
  return (Object.keys(isPossible) as (keyof typeof isPossible)[]).filter((status) => isPossible[status]);
}
