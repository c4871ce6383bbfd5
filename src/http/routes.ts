import type { Context, Middleware } from 'koa';

export interface Route {
  readonly method: string;
  /** `/api/fixed-costs/:id`: a name stands for one part of an address. */
  readonly path: string;
  readonly answer: (ctx: Context) => unknown;
}

export interface Routes {
  /** Answers what there is a route for, with `ctx.params` and `ctx.state.route`; the rest goes on. */
  readonly middleware: Middleware;
  /** Of an address, whatever the method; empty where no route leads. */
  methodsOf(path: string): readonly string[];
}

interface Pattern {
  readonly regexp: RegExp;
  readonly byMethod: ByMethod;
}

type ByMethod = Map<string, Route>;

/**
 * Routes by address and method, HEAD like GET; a slash at the end makes no difference. Most addresses are known word for
 * word, so that finding one costs the same however many there are; only those with names in them are tried in turn.
 */
export function createRoutes(routes: readonly Route[]): Routes {
  const plain = new Map<string, ByMethod>();
  const patterns = new Map<string, Pattern>();

  for (const route of routes) {
    const isPlain = !route.path.includes('/:');
    const byMethod = (isPlain ? plain.get(route.path) : patterns.get(route.path)?.byMethod) ?? new Map<string, Route>();
    if (isPlain) plain.set(route.path, byMethod);
    else patterns.set(route.path, { regexp: regexpOf(route.path), byMethod });
    if (route.method === 'GET') byMethod.set('HEAD', route);
    byMethod.set(route.method, route);
  }

  function find(
    path: string,
  ): { readonly byMethod: ByMethod; readonly params: Readonly<Record<string, string>> } | null {
    const address = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
    const known = plain.get(address);
    if (known) return { byMethod: known, params: {} };
    for (const { regexp, byMethod } of patterns.values()) {
      const groups = regexp.exec(address)?.groups;
      if (groups) return { byMethod, params: decoded(groups) };
    }
    return null;
  }

  return {
    async middleware(ctx, next) {
      const found = find(ctx.path);
      const route = found?.byMethod.get(ctx.method);
      if (!found || !route) {
        await next();
        return;
      }
      ctx.state['route'] = route.path;
      ctx['params'] = found.params;
      await route.answer(ctx);
    },
    methodsOf: (path) => [...(find(path)?.byMethod.keys() ?? [])],
  };
}

const regexpOf = (path: string): RegExp => new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`);

const decoded = (groups: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, decodedText(text)]));

/** What is no proper encoding stays as it is: no id looks like that. */
function decodedText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
