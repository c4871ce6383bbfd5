import { randomUUID } from 'node:crypto';
import type { Endpoint } from '#contract/endpoint.ts';
import {
  HOSTILE_BODIES,
  HOSTILE_ENCODED,
  HOSTILE_HEADERS,
  HOSTILE_METHODS,
  HOSTILE_TEXTS,
  HOSTILE_VALUES,
  MARK,
} from './hostile.ts';
import { kindOfId } from './known-ids.ts';
import type { Request } from './send.ts';
import { pick, type Source, validValue } from './valid-values.ts';

/** A request before it is sent; texts of path and query are encoded already. */
export interface Draft {
  readonly method: string;
  readonly template: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: readonly (readonly [name: string, value: string])[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** A raw body that is sent instead of `body`. */
  readonly raw?: string | Buffer;
  /** A path that replaces the one of the template. */
  readonly address?: (path: string) => string;
}

type Values = Readonly<Record<string, unknown>>;

/** Percent-encodes as UTF-8, including lone surrogates, which `encodeURIComponent` refuses. */
const encoded = (text: string): string =>
  Array.from(Buffer.from(text, 'utf8'), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

const encodedEach = (values: Values): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, encoded(String(value))]));

/** Creates a request that the call's schemas accept. */
export function validDraft({ method, path, params, query, body, changes, access }: Endpoint, source: Source): Draft {
  const kindOf = (name: string): string => kindOfId(name, path);
  const valid = (schema: Endpoint['body']): Values =>
    schema ? (validValue(schema, source, '', kindOf) as Values) : {};
  const acceptsAnything = access === 'paymentProvider';
  return {
    method,
    template: path,
    params: encodedEach(valid(params)),
    query: Object.entries(encodedEach(valid(query))),
    headers: {
      Accept: 'application/json, application/problem+json',
      'Sec-Fetch-Site': 'same-origin',
      ...(changes === 'data' && source.random() < 0.8 ? { 'Idempotency-Key': randomUUID() } : {}),
      ...(source.random() < 0.3 ? { 'Accept-Encoding': 'gzip' } : {}),
    },
    body: body ? valid(body) : acceptsAnything ? {} : undefined,
  };
}

type Mutation = (draft: Draft, random: () => number) => Draft;

const hostileParameter = (random: () => number): string =>
  random() < 0.2 ? pick(HOSTILE_ENCODED, random) : encoded(pick(HOSTILE_TEXTS, random));

const someParam: Mutation = (draft, random) => {
  const names = Object.keys(draft.params);
  if (names.length === 0) return someQuery(draft, random);
  return { ...draft, params: { ...draft.params, [pick(names, random)]: hostileParameter(random) || '%20' } };
};

const someQuery: Mutation = (draft, random) => {
  const { query } = draft;
  const known = query.map(([name]) => name);
  const name = known.length > 0 && random() < 0.8 ? pick(known, random) : pick(STRANGE_NAMES, random);
  const value = hostileParameter(random);
  const others = random() < 0.2 ? query : query.filter(([each]) => each !== name);
  return { ...draft, query: [...others, [name, value]] };
};

const STRANGE_NAMES = [MARK, '__proto__', 'constructor', 'as_of', 'before', 'from', 'access', '%00', '%', 'a[b]', ''];

const someField: Mutation = (draft, random) =>
  draft.body === undefined ? someHeader(draft, random) : { ...draft, body: mutated(draft.body, random) };

/** Changes, removes or duplicates one place of the value. */
function mutated(value: unknown, random: () => number): unknown {
  const isInside = typeof value === 'object' && value !== null && random() < 0.85;
  if (!isInside) return pick(HOSTILE_VALUES, random);
  if (Array.isArray(value)) {
    const at = Math.floor(random() * value.length);
    return value.map((each: unknown, index) => (index === at ? mutated(each, random) : each));
  }
  const names = Object.keys(value);
  const name = names.length > 0 && random() < 0.85 ? pick(names, random) : MARK;
  const { [name]: held, ...others } = value as Record<string, unknown>;
  return random() < 0.15 ? others : { ...others, [name]: mutated(held, random) };
}

const someHeader: Mutation = (draft, random) => ({
  ...draft,
  headers: { ...draft.headers, ...pick(HOSTILE_HEADERS, random) },
});

const someBody: Mutation = (draft, random) => ({ ...draft, raw: pick(HOSTILE_BODIES, random) });

const someMethod: Mutation = (draft, random) => ({ ...draft, method: pick(HOSTILE_METHODS, random) });

const someAddress: Mutation = (draft, random) => ({ ...draft, address: pick(ADDRESSES, random) });

const ADDRESSES: readonly ((path: string) => string)[] = [
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => path.replace('/api', '/API'),
  (path) => `${path}%00`,
  (path) => `${path};${MARK}`,
  (path) => `http://${MARK}.example${path}`,
  (path) => path.replaceAll('/', '//'),
  (path) => `${path}.json`,
  () => '/%00.js',
  () => `/assets/..%2f..%2f${MARK}.js`,
  () => `/dev/outbox/%00`,
  () => `/dev/outbox/${MARK}`,
  () => `/payment/receipt/${MARK}%00`,
  () => `/dev/google/authorize?client_id=${MARK}%00&redirect_uri=%00`,
];

/** The mutations with their weights. */
const MUTATIONS: readonly Mutation[] = [
  someParam,
  someParam,
  someQuery,
  someQuery,
  someQuery,
  someField,
  someField,
  someField,
  someField,
  someHeader,
  someHeader,
  someBody,
  someMethod,
  someAddress,
];

/** Returns the request with one to three mutations. */
export function hostileDraft(draft: Draft, random: () => number): Draft {
  let hostile = draft;
  for (let left = 1 + Math.floor(random() * 3); left > 0; left -= 1) hostile = pick(MUTATIONS, random)(hostile, random);
  return hostile;
}

/** Converts the draft into bytes. @param cookie of the caller; a header of the draft precedes it */
export function requestOf(draft: Draft, cookie: string): Request {
  const { method, template, params, query, headers, body, raw, address = (path) => path } = draft;
  const path = address(template.replaceAll(/:(\w+)/g, (_whole, name: string) => params[name] ?? '%20'));
  const asked = query.map(([name, value]) => `${name}=${value}`).join('&');
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  return {
    method,
    path: asked === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${asked}`,
    headers: {
      ...(cookie === '' ? {} : { Cookie: cookie }),
      ...(sent === undefined
        ? {}
        : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(sent)) }),
      ...headers,
    },
    body: sent,
  };
}
