import { createHash, randomUUID } from 'node:crypto';
import { contract } from '#contract/index.ts';
import { fromTenThousandths } from '#domain/decimal.ts';
import { bodyParser } from '@koa/bodyparser';
import { Router } from '@koa/router';
import Koa, { type Context, type Middleware } from 'koa';
import pg from 'pg';
import * as v from 'valibot';

/**
 * The programs that the product is compared with: the same endpoints written directly with Koa and pg. They have no
 * request log, metrics, security headers, compression, idempotency or history. The first argument selects one.
 */

const port = Number(process.env['PORT']);
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 20 });

/** Responds with one row by its key, without a session check. */
const rowByKey: Middleware = async (ctx) => {
  const { rows } = await pool.query({
    name: 'row',
    text: 'select * from baseline.dashboard where user_id = $1',
    values: [ctx.path.slice(1)],
  });
  ctx.body = rows[0];
};

/** Responds with prepared text from memory, without a session check. */
async function textFromMemory(): Promise<Middleware> {
  const { rows } = await pool.query<{ user_id: string }>('select * from baseline.dashboard');
  const texts = new Map(rows.map((dashboard) => [dashboard.user_id, JSON.stringify(dashboard)]));
  return (ctx) => {
    ctx.type = 'application/json; charset=utf-8';
    ctx.body = texts.get(ctx.path.slice(1));
  };
}

const SESSION = `select a.business_id, a.access_granted from identity.session s join baseline.account a using (user_id)
  where s.token_hash = $1 and s.revoked_at is null and s.expires_at > now()`;

interface Owner {
  readonly business_id: string;
  readonly access_granted: boolean;
}

const INSERT = `insert into baseline.ingredient (id, business_id, name, unit, unit_price, version)
  values ($1, $2, $3, $4, $5, 1)`;

/** Inserts a row, with the session check and the validation of the product, but without history. */
function insertIngredient(): Middleware {
  const router = new Router();
  router.post('/api/ingredients', bodyParser(), async (ctx) => {
    ctx.status = await addIngredient(ctx);
  });
  return router.routes() as unknown as Middleware;
}

/** @returns HTTP status */
async function addIngredient(ctx: Context): Promise<number> {
  const hash = createHash('sha256')
    .update(ctx.cookies.get('session') ?? '')
    .digest();
  const { rows } = await pool.query<Owner>({ name: 'session', text: SESSION, values: [hash] });
  const [owner] = rows;
  if (!owner) return 401;
  if (!owner.access_granted) return 403;
  const parsed = v.safeParse(contract.addIngredient.body, ctx.request.body);
  if (!parsed.success) return 422;
  const { name, unit, unit_price: unitPrice = 0 } = parsed.output;
  const id = randomUUID();
  const values = [id, owner.business_id, name, unit, unitPrice];
  await pool.query({ name: 'insert', text: INSERT, values });
  ctx.body = { id, name, unit, unit_price: fromTenThousandths(unitPrice), version: 1 };
  return 201;
}

const PROGRAMS: Readonly<Record<string, () => Middleware | Promise<Middleware>>> = {
  row: () => rowByKey,
  memory: textFromMemory,
  crud: insertIngredient,
};
const createMiddleware = PROGRAMS[process.argv[2] ?? ''];
if (!createMiddleware) throw new Error(`no such program: ${process.argv[2]}`);
const middleware = await createMiddleware();
const app = new Koa();
app.use(async (ctx, next) => {
  if (ctx.path === '/ready') ctx.body = 'ok';
  else await next();
});
app.use(middleware);
app.listen(port, '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
