import { index, type RouteConfig } from "@remix-run/route-config";

/** Every path of the app in one table. A meeting's id is a first-level segment; named paths win over it. */
export default [index("routes/home.tsx")] satisfies RouteConfig;
