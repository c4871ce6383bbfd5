import { hash, randomUUID } from 'node:crypto';
import { businessCalls, type BusinessCall } from '#app/business-calls.ts';
import type { Businesses, OwnerCall } from '#app/businesses.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Answer, Call } from '../call.ts';
import type { Handlers } from '../mount.ts';
import { expectedVersion, idempotencyKey } from '../preconditions.ts';
import { problems } from '../problem.ts';
import { problemOf } from '../refusals.ts';

type DataHandlers = Pick<Handlers, keyof typeof businessCalls>;

/** Handlers of every call that changes a business: they differ only in what `businessCalls` says of them. */
export function dataHandlers(businesses: Businesses): DataHandlers {
  const handlers = Object.entries(businessCalls).map(([name, businessCall]) => [
    name,
    (call: Call<Endpoint>) => change(businesses, businessCall, call),
  ]);
  return Object.fromEntries(handlers) as DataHandlers;
}

async function change(
  businesses: Businesses,
  businessCall: BusinessCall<Endpoint>,
  call: Call<Endpoint>,
): Promise<Answer<Endpoint>> {
  const { params, body, ctx } = call;
  const result = await businesses.change(ownerCall(call), businessCall, {
    params,
    body,
    version: expectedVersion(ctx),
  });
  switch (result.kind) {
    case 'done':
      return { body: result.reply, position: result.position };
    case 'refused':
      throw problemOf(result.refusal, result.current);
    case 'key_reused':
      throw problems.keyReused();
    default:
      return result satisfies never;
  }
}

function ownerCall({ visitor, ctx, endpoint, params, body, requestId }: Call<Endpoint>): OwnerCall {
  if (!visitor) throw problems.notSignedIn();
  const key = idempotencyKey(ctx);
  return {
    userId: visitor.userId,
    businessId: visitor.businessId,
    actor: { kind: visitor.kind, id: visitor.userId },
    requestId,
    scope: `${endpoint.method} ${ctx.path}`,
    key: key ?? randomUUID(),
    hash: key === undefined ? undefined : hashOf([params, body]),
  };
}

const hashOf = (value: unknown): string => hash('sha256', JSON.stringify(value), 'base64url');
