import type { Rollup } from "vite";

type Graph = Rollup.ManualChunkMeta;

/** Modules that load lazily behind a page: the chunk that they are in, and their files. What they import comes with them. */
type Layer = { chunk: string; modules: readonly string[] };

type Options = { shell: string; named: (id: string) => string | null; layers: readonly Layer[] };

/**
 * Rollup's `manualChunks`: which chunk a module of the browser is in; Rollup decides for the others. By itself it makes a file of each set of
 * modules that are loaded together, which were 84 behind a meeting's page. `named`: the chunk of a module by name. What the modules of `shell`
 * import goes with them. A layer leaves out what some page begins with, because that page would then begin with the whole layer.
 */
export function chunkPlanner(options: Options): (id: string, graph: Graph) => string | undefined {
  // Rollup gives all modules of one build the same graph.
  const plans = new WeakMap<Graph, Map<string, string>>();
  return (id, graph) => {
    const plan = plans.get(graph) ?? planChunks(graph, options);
    plans.set(graph, plan);
    return plan.get(id);
  };
}

function planChunks(graph: Graph, { shell, named, layers }: Options): Map<string, string> {
  const chunks = new Map<string, string>();
  const ids = [...graph.getModuleIds()];
  for (const id of ids) {
    const name = named(id);
    if (name !== null) chunks.set(id, name);
  }
  const inShell = ids.filter((id) => chunks.get(id) === shell);
  for (const id of importedBy(graph, inShell, chunks)) chunks.set(id, shell);
  const begun = importedBy(
    graph,
    ids.filter((id) => graph.getModuleInfo(id)?.isEntry === true),
  );
  for (const { chunk, modules } of layers) {
    for (const id of importedBy(graph, modules)) if (!begun.has(id) && !chunks.has(id)) chunks.set(id, chunk);
  }
  return chunks;
}

/** The modules and what they import at once. Does not go on at a module of `known`. */
function importedBy(graph: Graph, starts: readonly string[], known?: ReadonlyMap<string, string>): Set<string> {
  const found = new Set(starts);
  for (const id of found) {
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) if (!known?.has(imported)) found.add(imported);
  }
  return found;
}
