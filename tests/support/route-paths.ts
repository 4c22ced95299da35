import routes from "#app/routes.ts";
import { API } from "#app/routes/api/table.ts";

/** Every path of app/routes.ts, and every path of the API. */
export const ROUTE_PATHS: readonly string[] = [
  ...new Set([...pathsIn(routes), ...API.map(({ path }) => path.slice(1))]),
];
/** Those of the API, with a leading slash. */
export const ACTA_PATHS: readonly string[] = ROUTE_PATHS.filter((path) => path.startsWith("api/acta/")).map(
  (path) => `/${path}`,
);

function pathsIn(entries: typeof routes): string[] {
  return entries.flatMap(({ path, index, children }) => [
    ...(path !== undefined || index ? [path ?? ""] : []),
    ...pathsIn(children ?? []),
  ]);
}
