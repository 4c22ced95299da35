import routes from "#app/routes.ts";

/** Every path of app/routes.ts. */
export const ROUTE_PATHS: readonly string[] = pathsIn(routes);
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
