import type { ServerBuild } from "@remix-run/cloudflare";

/** Output of `remix vite:build` in build/server; package.json maps `#build` to it. */
declare const build: ServerBuild;
export = build;
