import { type Account, AsaasRefusal, type Payment } from './account.ts';
import type { Answer } from './faults.ts';

export interface RoutedRequest {
  readonly method: string;
  /** The path without the version: '/payments'. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly body: Record<string, unknown>;
}

/** A valid PNG with one pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';
const EXPIRES = '2026-12-01 23:59:59';

const refusal = (code: string, description: string): Answer => ({
  status: 400,
  body: { errors: [{ code, description }] },
});
const ok = (body: unknown): Answer => ({ status: 200, body });
const notFound: Answer = { status: 404, body: undefined };

/** A payment in the format of Asaas, with more fields than the product reads. */
export const paymentBody = (payment: Payment) => ({
  object: 'payment',
  id: payment.id,
  dateCreated: '2026-11-21',
  customer: payment.customer,
  value: payment.value,
  netValue: Math.round(payment.value * 100 - 99) / 100,
  billingType: 'PIX',
  status: payment.status,
  dueDate: payment.dueDate,
  description: payment.description,
  externalReference: payment.externalReference,
  pixQrCodeId: payment.pixQrCodeId,
  pixTransaction: payment.status === 'PENDING' ? null : '7a1e0000-0000-4000-8000-000000000000',
  invoiceUrl: `https://www.asaas.com/i/${payment.id.slice(4)}`,
  deleted: payment.deleted,
  refunds: payment.refunds.length === 0 ? null : payment.refunds,
});

/** Does the request and answers like Asaas; creation is answered by 200. */
export function answerTo(account: Account, asked: RoutedRequest): Answer {
  try {
    return route(account, asked);
  } catch (error) {
    if (error instanceof AsaasRefusal) return refusal(error.code, error.message);
    throw error;
  }
}

function route(account: Account, { method, path, query, body }: RoutedRequest): Answer {
  const [, id = '', rest = ''] = /^\/payments\/([^/]+)(\/.*)?$/.exec(path) ?? [];
  switch (`${method} ${id === '' ? path : `/payments/{id}${rest}`}`) {
    case 'POST /customers':
      return ok({ object: 'customer', ...account.createCustomer(body) });
    case 'POST /payments':
      return ok(paymentBody(account.createPayment(body)));
    case 'GET /payments':
      return page(account, query);
    case 'POST /pix/qrCodes/static': {
      const { id: codeId, payload, externalReference, description } = account.createStaticCode(body);
      const more = { allowsMultiplePayments: false, expirationDate: EXPIRES, externalReference, description };
      return ok({ id: codeId, encodedImage: PNG, payload, ...more });
    }
    default:
      return aboutPayment(account, account.payment(decodeURIComponent(id)), `${method} ${rest}`, body);
  }
}

function aboutPayment(
  account: Account,
  payment: Payment | undefined,
  call: string,
  body: Record<string, unknown>,
): Answer {
  if (!payment) return notFound;
  switch (call) {
    case 'GET ':
      return ok(paymentBody(payment));
    case 'GET /status':
      return ok({ status: payment.status });
    case 'GET /pixQrCode':
      return payment.pixQrCodeId === null
        ? ok({ success: true, encodedImage: PNG, payload: payment.payload, expirationDate: EXPIRES })
        : notFound;
    case 'POST /refund':
      return ok(paymentBody(account.refund(payment.id, body)));
    case 'DELETE ':
      account.remove(payment.id);
      return ok({ deleted: true, id: payment.id });
    default:
      return notFound;
  }
}

const FILTERS = ['externalReference', 'customer', 'status', 'pixQrCodeId'] as const;

function page(account: Account, query: URLSearchParams): Answer {
  const [offset, limit] = [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? 10)];
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) return refusal('invalid_limit', 'O limite é 100.');
  const wanted = FILTERS.filter((name) => query.get(name) !== null);
  const found = account.payments
    .filter((payment) => !payment.deleted && wanted.every((name) => payment[name] === query.get(name)))
    .toReversed();
  return ok({
    object: 'list',
    hasMore: offset + limit < found.length,
    totalCount: found.length,
    limit,
    offset,
    data: found.slice(offset, offset + limit).map(paymentBody),
  });
}
