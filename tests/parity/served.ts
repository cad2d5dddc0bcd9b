/** Finds which endpoints the functions serve, from their routes and the registry. */
import { existsSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { recordByPath } from "#shared/records/index.ts";
import { dropdownLists } from "#shared/records/vocabulary/types.ts";
import type { SpecCall } from "./spec-calls.ts";

interface Route {
  method: string;
  path: string;
}

const functions = ["api", "charts", "dropdown"] as const;

/** Valid values of route parameters, by name. Other parameters accept any value. */
const known: Record<string, (value: string) => boolean> = {
  path: (value) => recordByPath(value) !== undefined,
  list: (value) => dropdownLists.some((list) => list === value),
};

async function routesOf(name: string): Promise<Route[]> {
  const file = path.resolve("edge-functions", name, "app.ts");
  if (!existsSync(file)) return [];
  const { app } = (await import(pathToFileURL(file).href)) as { app: { routes: Route[] } };
  return app.routes.filter((route) => route.path.startsWith(`/${name}/`));
}

/** Returns whether a route serves an endpoint of the spec. */
function answers(route: Route, call: SpecCall): boolean {
  if (route.method !== call.method) return false;
  const names: string[] = [];
  const pattern = route.path.replace(
    /:(\w+)(?:\{([^}]*)\})?/g,
    (_, name: string, only: string | undefined) => {
      names.push(name);
      return `(${only ?? "[^/]+"})`;
    },
  );
  const values = new RegExp(`^${pattern}$`).exec(call.path)?.slice(1);
  return values?.every((value, place) => known[names[place] ?? ""]?.(value) ?? true) ?? false;
}

/** Returns every route that the functions declare. */
export const servedRoutes = async (): Promise<Route[]> => (await Promise.all(functions.map(routesOf))).flat();

/** Returns a function that checks whether an endpoint is served. The web app itself serves the place files in /data. */
export async function servedCalls(): Promise<(call: SpecCall) => boolean> {
  const routes = await servedRoutes();
  return (call) => call.path.startsWith("/data/") || routes.some((route) => answers(route, call));
}
