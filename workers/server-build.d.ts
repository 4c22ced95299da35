import type { ServerBuild } from "@remix-run/cloudflare";

/** What `remix vite:build` writes to build/server; package.json maps `#build` to it. */
declare const build: ServerBuild;
export = build;
