import { createHash, randomUUID } from 'node:crypto';
import { contract } from '#contract/index.ts';
import { fromTenThousandths } from '#domain/decimal.ts';
import { bodyParser } from '@koa/bodyparser';
import { Router } from '@koa/router';
import Koa, { type Context, type Middleware } from 'koa';
import pg from 'pg';
import * as v from 'valibot';

/**
 * The alternatives that the product is compared with: the same calls written plainly with Koa and pg, one program for
 * each kind. They have no log of requests, no metrics, no security headers, no compression, no idempotency and no
 * history.
 */

const port = Number(process.env['PORT']);
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 20 });

/** Answers one row by its key, without a session check. */
const row: Middleware = async (ctx) => {
  const { rows } = await pool.query({
    name: 'row',
    text: 'select * from plain.dashboard where user_id = $1',
    values: [ctx.path.slice(1)],
  });
  ctx.body = rows[0];
};

/** Answers ready text from memory, without a session check. */
async function fromMemory(): Promise<Middleware> {
  const { rows } = await pool.query<{ user_id: string }>('select * from plain.dashboard');
  const texts = new Map(rows.map((owner) => [owner.user_id, JSON.stringify(owner)]));
  return (ctx) => {
    ctx.type = 'application/json; charset=utf-8';
    ctx.body = texts.get(ctx.path.slice(1));
  };
}

const SESSION = `select a.business_id, a.access_granted from identity.session s join plain.account a using (user_id)
  where s.token_hash = $1 and s.revoked_at is null and s.expires_at > now()`;

interface Owner {
  readonly business_id: string;
  readonly access_granted: boolean;
}

const INSERT = `insert into plain.ingredient (id, business_id, name, unit, unit_price, version)
  values ($1, $2, $3, $4, $5, 1)`;

/** A change with the same session check and the same validation, in place and without history. */
function crud(): Middleware {
  const router = new Router();
  router.post('/api/ingredients', bodyParser(), async (ctx) => {
    ctx.status = await addIngredient(ctx);
  });
  return router.routes() as unknown as Middleware;
}

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
  row: () => row,
  memory: fromMemory,
  crud,
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
