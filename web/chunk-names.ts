/**
 * Combines modules into larger chunks according to the import graph. One large file compresses better than many small
 * files, and needs only one request.
 */

/** The part of Rolldown's chunking context that is used here. */
interface ModuleGraph {
  getModuleInfo(
    id: string,
  ): { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
}

/** Adds a module and all its static imports, direct and indirect, to `found`. */
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

/** A module that at least this number of lazily loaded parts need is put into the "shared" chunk. */
const leastParts = 23;

const isStyleSheet = (id: string): boolean => id.endsWith(".css");

/** The modules that decide how chunks are named, as absolute paths. */
export interface LoadingOrder {
  /** The page's HTML file. */
  entry: string;
  /** Modules that load before sign-in. */
  landing: readonly string[];
  /** Modules that every screen behind the sign-in loads. */
  screens: readonly string[];
  /** Lazily loaded modules by the name of their chunk. All modules of a chunk load at the same time. */
  later: Readonly<Record<string, readonly string[]>>;
  /** Lazily loaded modules, by the name of the chunk that contains the imports that the modules have in common. */
  together: Readonly<Record<string, readonly string[]>>;
}

/**
 * Returns the function that names the chunk of a module:
 *
 * - "first": modules of the app that both the first page and all screens behind the sign-in use.
 * - "shared": other modules that all screens behind the sign-in use, or that many lazily loaded parts use.
 * - A name from `later`: the modules of the name's list, and their imports.
 * - A name from `together`: imports that at least two modules of the name's list need, and no other lazily loaded part.
 * - null: all other modules, such as libraries of the first page.
 *
 * @throws If a listed module is not part of the app, for example because it was renamed.
 */
export function chunkNames(order: LoadingOrder) {
  let names: Map<string, string> | undefined;
  return (id: string, graph: ModuleGraph): string | null => {
    names ??= findNames(graph, order);
    return names.get(id) ?? null;
  };
}

function findNames(graph: ModuleGraph, order: LoadingOrder): Map<string, string> {
  const { entry, landing, screens, later, together } = order;
  const lists = [...Object.values(later), ...Object.values(together)];
  for (const id of [entry, ...landing, ...screens, ...lists.flat()])
    if (!graph.getModuleInfo(id)) throw new Error(`The app has no module ${id}.`);
  const first = importsOf(graph, [entry, ...landing]);
  const always = importsOf(graph, screens);
  const found = new Map<string, string>();
  for (const id of first) if (always.has(id) && !id.includes("/node_modules/")) found.set(id, "first");
  const needs = partsByModule(graph, entry);
  for (const id of [...always, ...findOftenNeeded(graph, order, needs)])
    if (!first.has(id)) found.set(id, "shared");
  for (const [name, parts] of Object.entries(later)) {
    for (const id of importsOf(graph, parts)) if (!first.has(id) && !found.has(id)) found.set(id, name);
  }
  for (const [id, needing] of needs) {
    if (first.has(id) || found.has(id) || needing.length < 2) continue;
    for (const [name, parts] of Object.entries(together))
      if (needing.every((part) => parts.includes(part))) found.set(id, name);
  }
  return found;
}

function importsOf(graph: ModuleGraph, ids: readonly string[]): Set<string> {
  const found = new Set<string>();
  for (const id of ids) addImports(graph, id, found);
  return found;
}

/**
 * Returns the lazily loaded parts that need a module, by the id of the module. Lazily loaded parts themselves have no
 * entry.
 */
function partsByModule(graph: ModuleGraph, entry: string): Map<string, string[]> {
  const parts = lazyParts(graph, entry);
  const needs = new Map<string, string[]>();
  for (const part of parts)
    for (const id of importsOf(graph, [part]))
      if (!parts.has(id)) needs.set(id, [...(needs.get(id) ?? []), part]);
  return needs;
}

/** Finds the modules that many lazily loaded parts need, and the style sheets of the modules in `later`. */
function findOftenNeeded(
  graph: ModuleGraph,
  { later }: LoadingOrder,
  needs: ReadonlyMap<string, readonly string[]>,
): string[] {
  const styles = [...importsOf(graph, Object.values(later).flat())].filter(isStyleSheet);
  const often = [...needs].filter(([, parts]) => parts.length >= leastParts);
  return [...styles, ...often.map(([id]) => id)];
}
