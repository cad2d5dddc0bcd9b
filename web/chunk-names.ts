/**
 * Chooses the modules of the larger chunks from the import graph: "shared", and the parts that load together after a
 * screen is shown.
 *
 * One file compresses better than many small files, and costs one request.
 */

/** The part of Rolldown's chunking context that is used here. */
interface ModuleGraph {
  getModuleInfo(
    id: string,
  ): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
}

/** A module belongs to the chunk when at least this number of lazily loaded parts need it. */
const leastParts = 4;

/** Adds a module and everything that it imports statically. */
function addImports(graph: ModuleGraph, id: string, found: Set<string>): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) addImports(graph, imported, found);
  return found;
}

/** Ids of the modules that the app loads with `import()`. */
function lazyParts(graph: ModuleGraph, entry: string): Set<string> {
  const lazy = new Set<string>();
  const seen = new Set<string>();
  const visit = (id: string): void => {
    if (seen.has(id)) return;
    seen.add(id);
    const module = graph.getModuleInfo(id);
    for (const imported of module?.importedIds ?? []) visit(imported);
    for (const imported of module?.dynamicallyImportedIds ?? []) {
      lazy.add(imported);
      visit(imported);
    }
  };
  visit(entry);
  return lazy;
}

/**
 * Returns the function that names the chunk of a module.
 *
 * - "shared" if the data screen and several lazy parts use the module and the landing page doesn't use it. Every module
 *   that a shared module imports is also shared, so chunks don't import each other in circles.
 * - The name of a later chunk for its parts and for what they import, except what the data screen already has.
 * - Otherwise null.
 *
 * @param entry The page's HTML file.
 * @param landing Modules that load before sign-in.
 * @param app The module of the app behind the sign-in.
 * @param dataScreen The module that loads the data screen.
 * @param later Lazily loaded modules that a screen loads at the same time, by the name of their chunk.
 */
export function chunkNames(
  entry: string,
  landing: readonly string[],
  app: string,
  dataScreen: string,
  later: Readonly<Record<string, readonly string[]>>,
) {
  let names: Map<string, string> | undefined;
  const find = (graph: ModuleGraph): Map<string, string> => {
    const found = new Map([...findShared(graph, entry, landing, dataScreen)].map((id) => [id, "shared"]));
    const loaded = new Set<string>();
    for (const id of [entry, ...landing, app, dataScreen]) addImports(graph, id, loaded);
    for (const [name, parts] of Object.entries(later)) {
      for (const id of parts.flatMap((part) => [...addImports(graph, part, new Set())]))
        if (!loaded.has(id) && !found.has(id)) found.set(id, name);
    }
    return found;
  };
  return (id: string, graph: ModuleGraph): string | null => {
    names ??= find(graph);
    return names.get(id) ?? null;
  };
}

function findShared(
  graph: ModuleGraph,
  entry: string,
  landing: readonly string[],
  dataScreen: string,
): Set<string> {
  const first = new Set<string>();
  for (const id of [entry, ...landing]) addImports(graph, id, first);
  const parts = lazyParts(graph, entry);
  const needs = [...parts].map((part) => addImports(graph, part, new Set()));
  const candidates = [...addImports(graph, dataScreen, new Set())].filter(
    (id) => !first.has(id) && !parts.has(id),
  );
  return new Set(candidates.filter((id) => needs.filter((modules) => modules.has(id)).length >= leastParts));
}
