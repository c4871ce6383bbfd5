import * as v from 'valibot';
import { Id, Version } from '../fields.ts';

/** Calls in a change set: by name, with the params and the body that they have on their own. */

type Schema = v.GenericSchema;
type WithBody<Name extends string> = { readonly [N in Name]: { readonly body: Schema } };
type WithVersionedParams<Name extends string> = {
  readonly [N in Name]: { readonly params: Schema; readonly versioned: true };
};
type WithParams<Name extends string> = { readonly [N in Name]: { readonly params: Schema } };
type WithVersion<Name extends string> = { readonly [N in Name]: { readonly versioned: true } };

/** The If-Match of a call on its own. It refers to the state before the set, whatever earlier calls of the set do. */
const if_match = v.optional(
  v.pipe(Version, v.description('Versão que você tem à vista; se já houver outra, 409 e nada do conjunto é feito.')),
);

export const bodyCallSchema = <const Name extends string, All extends WithBody<Name>>(call: Name, endpoints: All) =>
  v.object({ call: v.literal(call), body: bodyOf(call, endpoints) });

export const versionedBodyCallSchema = <const Name extends string, All extends WithBody<Name> & WithVersion<Name>>(
  call: Name,
  endpoints: All,
) => v.object({ call: v.literal(call), if_match, body: bodyOf(call, endpoints) });

/** `id` names the added entity, like `id` of its body, so that a later call of the set can refer to it. */
export const additionCallSchema = <const Name extends string, All extends WithBody<Name>>(call: Name, endpoints: All) =>
  v.object({ call: v.literal(call), id: v.optional(Id), body: bodyOf(call, endpoints) });

/** `id` names the copy; the params name the copied entity. */
export const copyCallSchema = <const Name extends string, All extends WithBody<Name> & WithParams<Name>>(
  call: Name,
  endpoints: All,
) =>
  v.object({
    call: v.literal(call),
    id: v.optional(Id),
    params: endpoints[call].params,
    body: bodyOf(call, endpoints),
  });

/** A call whose entity is identified by other ids, some of which are in its params. */
export const paramsCallSchema = <const Name extends string, All extends WithBody<Name> & WithParams<Name>>(
  call: Name,
  endpoints: All,
) =>
  v.object({
    call: v.literal(call),
    params: endpoints[call].params,
    body: bodyOf(call, endpoints),
  });

export const changeCallSchema = <const Name extends string, All extends WithBody<Name> & WithVersionedParams<Name>>(
  call: Name,
  endpoints: All,
) => v.object({ call: v.literal(call), params: paramsOf(call, endpoints), if_match, body: bodyOf(call, endpoints) });

export const removalCallSchema = <const Name extends string, All extends WithVersionedParams<Name>>(
  call: Name,
  endpoints: All,
) => v.object({ call: v.literal(call), params: paramsOf(call, endpoints), if_match });

const bodyOf = <Name extends string, All extends WithBody<Name>>(call: Name, endpoints: All): All[Name]['body'] =>
  endpoints[call].body;

const paramsOf = <Name extends string, All extends WithVersionedParams<Name>>(
  call: Name,
  endpoints: All,
): All[Name]['params'] => endpoints[call].params;
