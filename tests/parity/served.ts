/** Which calls the functions serve, read from their own routes and from the registry. */
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

/** What the parameters of a route stand for; others take any value. */
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

/** Answers whether a route is that of a call. */
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

/** Every route of the functions, as they declare it. */
export const servedRoutes = async (): Promise<Route[]> => (await Promise.all(functions.map(routesOf))).flat();

/** The test of a call for being served. Files of places are part of the web app and served with it. */
export async function servedCalls(): Promise<(call: SpecCall) => boolean> {
  const routes = await servedRoutes();
  return (call) => call.path.startsWith("/data/") || routes.some((route) => answers(route, call));
}
