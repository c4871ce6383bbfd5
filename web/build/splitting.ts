import type { Rolldown } from 'vite';

/** The module of the dashboard's page. */
export const DASHBOARD_MODULE = '/features/dashboard/dashboard-page.tsx';
/** The module of the demo: owners of a business never load it. */
export const DEMO_MODULE = '/features/dashboard/demo-dashboard.tsx';

type Graph = Rolldown.ChunkingContext;
type Groups = NonNullable<Rolldown.CodeSplittingOptions['groups']>;

/** All modules that are reached from `starts` by static imports. */
function findReachable(
  starts: readonly string[],
  graph: Graph,
  isFollowed: (id: string) => boolean,
): ReadonlySet<string> {
  const reached = new Set<string>();
  const queue = [...starts];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    if (reached.has(id) || !isFollowed(id)) continue;
    reached.add(id);
    queue.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return reached;
}

const isOwnModule = (id: string): boolean => !id.includes('/node_modules/');
const followAll = (): boolean => true;

/**
 * The first script goes into one file, the code that the dashboard's first view shares with other pages into another,
 * and the rest of that view into a third. Left alone, the bundler makes a file of every set of modules with the same
 * users: forty for the dashboard, most of them smaller than their response headers.
 */
export function chunkGroups(entryId: string): Groups {
  let moduleSets: ReturnType<typeof computeModuleSets> | undefined;

  function computeModuleSets(graph: Graph) {
    const pages = graph.getModuleInfo(entryId)?.dynamicallyImportedIds ?? [];
    const dashboard = pages.filter((id) => id.endsWith(DASHBOARD_MODULE));
    const others = pages.filter((id) => !dashboard.includes(id));
    if (dashboard.length === 0 || others.length === 0)
      throw new Error('the app does not import the dashboard page and at least one other page dynamically');
    const dashboardReach = findReachable(dashboard, graph, followAll);
    return {
      // Packages follow by themselves as far as they are used; a barrel would import everything.
      dashboard: findReachable(dashboard, graph, isOwnModule),
      shared: new Set([...findReachable(others, graph, followAll)].filter((id) => dashboardReach.has(id))),
    };
  }

  const groupNamed =
    (name: 'shared' | 'dashboard') =>
    (id: string, graph: Graph): string | null =>
      (moduleSets ??= computeModuleSets(graph))[name].has(id) ? name : null;
  return [
    { name: 'first', tags: ['$initial'], priority: 3 },
    { name: groupNamed('shared'), debugName: 'shared', priority: 2 },
    { name: groupNamed('dashboard'), debugName: 'dashboard', priority: 1 },
  ];
}
