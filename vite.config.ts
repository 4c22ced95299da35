import process from "node:process";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import remixOptions from "./remix.config.js";

export default defineConfig({
  plugins: [tailwindcss(), remix(remixOptions)],
  // The server bundle is one file that wrangler bundles again with workers/entry.ts: nothing may stay external.
  ssr: {
    target: "webworker",
    noExternal: true,
    resolve: { conditions: ["workerd", "worker", "browser"], externalConditions: ["workerd", "worker"] },
  },
  build: {
    sourcemap: false,
    assetsInlineLimit: 0,
    // A folder that goes while `npm run dev` serves from it ends wrangler; what is stale there goes with the next start.
    emptyOutDir: process.env.ACTA_KEEP_BUILD !== "1",
  },
});
