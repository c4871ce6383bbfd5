import type { Rolldown } from 'vite';

/** Modules by which the build knows the pages that it treats in a special way. */
export const DASHBOARD = '/features/dashboard/dashboard-page.tsx';
/** Has no use for those who have a business of their own. */
export const DEMO = '/features/dashboard/demo-dashboard.tsx';

type Graph = Rolldown.ChunkingContext;
type Groups = NonNullable<Rolldown.CodeSplittingOptions['groups']>;

/** All that is imported from there on, without what is only imported when it is needed. */
function reachedFrom(starts: readonly string[], graph: Graph, goesOn: (id: string) => boolean): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = [...starts];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (reached.has(id) || !goesOn(id)) continue;
    reached.add(id);
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return reached;
}

const isOurs = (id: string): boolean => !id.includes('/node_modules/');
const isAny = (): boolean => true;

/**
 * The first script in one file, what the dashboard's first view shares with other pages in one, and the rest of that view
 * in one. Left alone, the bundler makes a file of every set of modules with the same users: forty for the dashboard, most
 * of them smaller than what the server says before each.
 */
export function splitting(app: string): Groups {
  let sorted: ReturnType<typeof sort> | undefined;

  function sort(graph: Graph) {
    const pages = graph.getModuleInfo(app)?.dynamicallyImportedIds ?? [];
    const dashboard = pages.filter((id) => id.endsWith(DASHBOARD));
    const others = pages.filter((id) => !dashboard.includes(id));
    if (dashboard.length === 0 || others.length === 0) throw new Error('the pages are not where they are looked for');
    const needed = reachedFrom(dashboard, graph, isAny);
    return {
      // Its packages follow by themselves, as far as they are used: a barrel imports everything.
      dashboard: reachedFrom(dashboard, graph, isOurs),
      shared: new Set([...reachedFrom(others, graph, isAny)].filter((id) => needed.has(id))),
    };
  }

  const named =
    (name: 'shared' | 'dashboard') =>
    (id: string, graph: Graph): string | null =>
      (sorted ??= sort(graph))[name].has(id) ? name : null;
  return [
    { name: 'first', tags: ['$initial'], priority: 3 },
    { name: named('shared'), debugName: 'shared', priority: 2 },
    { name: named('dashboard'), debugName: 'dashboard', priority: 1 },
  ];
}
