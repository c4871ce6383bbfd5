import { createHmac, randomUUID } from 'node:crypto';
import { endpointCommandOf, type EndpointCommand } from '#app/endpoint-commands.ts';
import type { Businesses, OwnerRequest } from '#app/businesses.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { ChangeCallName } from '#contract/routes/owner.ts';
import type { HandlerResponse, EndpointRequest, Handler } from '../endpoint-request.ts';
import { expectedVersion, idempotencyKey } from '../preconditions.ts';
import { problems, refusalProblem } from '../problem.ts';

/**
 * Handles every call that changes a business: the calls differ only in the command that they mean.
 * @param hashKey the key of the hashes that tell the repeat of a request from another one under the same
 * Idempotency-Key
 */
export const businessChanges =
  (businesses: Businesses, hashKey: Uint8Array) =>
  (name: ChangeCallName): Handler<Endpoint> =>
  (request) =>
    changeBusiness({ businesses, hashKey }, endpointCommandOf(name), request);

async function changeBusiness(
  { businesses, hashKey }: { readonly businesses: Businesses; readonly hashKey: Uint8Array },
  endpointCommand: EndpointCommand<Endpoint>,
  request: EndpointRequest<Endpoint>,
): Promise<HandlerResponse<Endpoint>> {
  const { params, body, ctx } = request;
  const result = await businesses.change(ownerRequest(request, hashKey), endpointCommand, {
    params,
    body,
    version: expectedVersion(ctx),
  });
  switch (result.kind) {
    case 'done':
      return { body: result.reply, position: result.position, changeId: result.changeId };
    case 'refused':
      throw refusalProblem(result.refusal, result.current, endpointCommand.nameOfPart?.(body));
    case 'key_reused':
      throw problems.keyReused();
    default:
      return result satisfies never;
  }
}

function ownerRequest(request: EndpointRequest<Endpoint>, hashKey: Uint8Array): OwnerRequest {
  const { visitor, ctx, endpoint, params, body, requestId } = request;
  if (!visitor) throw problems.notSignedIn();
  const key = idempotencyKey(ctx);
  return {
    userId: visitor.userId,
    businessId: visitor.businessId,
    actor: { kind: visitor.kind, id: visitor.userId },
    requestId,
    methodAndPath: `${endpoint.method} ${ctx.path}`,
    idempotencyKey: key ?? randomUUID(),
    requestHash: key === undefined ? undefined : hashRequest([params, body], hashKey),
  };
}

/**
 * The hash stays in the log for good, even when the content is erased: without the key nobody can test guesses against
 * it.
 */
const hashRequest = (value: unknown, key: Uint8Array): string =>
  createHmac('sha256', key).update(JSON.stringify(value)).digest('base64url');
