import { existsSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import remixOptions from "./remix.config.js";
import { apiDocument } from "./vite-api-document.ts";

/**
 * Small modules that every page of the shell loads at once. By itself Rollup makes about 25 chunks of them; one chunk compresses
 * better. A module that only some pages need does not belong here.
 */
const SHELL_MODULES = new Set([
  ...["ids", "invariant", "back-off", "time", "limits/units", "limits/screens"].map((name) => `domain/${name}.ts`),
  ...["call", "status"].map((name) => `domain/meeting/${name}.ts`),
  "domain/transcript/moment-address.ts",
  "domain/transcript/speaker-label.ts",
  ...[
    "format.ts",
    "local-time.tsx",
    "time-zone.ts",
    "ended-line.tsx",
    "lazy.ts",
    "lazy-part.tsx",
    "use-lazy.tsx",
    "with-texts.tsx",
    "load-texts.ts",
  ].map((name) => `i18n/${name}`),
  ...["avatar", "badge", "button", "dialog", "icon", "more-menu", "notice", "progress", "theme", "toast"].map(
    (name) => `ui/${name}.tsx`,
  ),
  "analytics/track.ts",
  "contracts/session.ts",
  "features/errors/error-page.tsx",
  ...["dialog-href.ts", "lazy-dialog.tsx", "record-action.ts"].map((name) => `features/shell/${name}`),
  "features/meeting/document/lazy-parts.tsx",
  "features/meeting/give/give-transcript.tsx",
  "features/here/session/running-session.ts",
  "features/meeting/document/measure-progress.ts",
  // The fields of minutes, which the pages of a template show too.
  "domain/summary/quotation.ts",
  "domain/transcript/moments.ts",
  ...["minutes-parts.ts", "section-view.tsx"].map((name) => `features/minutes/${name}`),
]);
/** The address of a style that four pages name, which would otherwise be a file of 52 bytes. */
const EDIT_STYLE = "features/meeting/edit/edit.css?url";
/** Texts that a meeting page begins with, and the list of the others: in one chunk for each language they compress better than in seven. */
const MEETING_TEXTS = /^i18n\/(en|es|ca|fr)\/(?:files|common|meeting|reading|chat-panel|edit-actions|share)\.ts$/;
/** Texts that a meeting page loads when it is awake, and no page begins with: one chunk for each language instead of eight. */
const LATER_TEXTS = /^i18n\/(en|es|ca|fr)\/(?:chat|colophon|edit|ended|exporting|progress|spoken|video)\.ts$/;
/** Elements within texts, which only the pages of signing in, of joining a team and of connecting an app have. */
const TRANS = /node_modules\/(?:react-i18next\/dist\/es\/Trans|html-parse-stringify\/|void-elements\/)/;
/** Their dependencies, which would otherwise go with them. */
const UNDER_TRANS = /node_modules\/(?:react|react-i18next)\//;
const TEXTS = /i18n\/(en|es|ca|fr)\/([\w-]+)\.ts$/;
/**
 * Modules that the objects of workers/ import too. They stay imports of the server's file: the Worker would otherwise hold each of them
 * twice, and run it twice at each start (decision 007). React and the router, of which a page needs a single copy, are not among them.
 */
const SHARED = [
  /^#app\/(?:contracts|domain|media|server)\/.+\.ts$/,
  /^#app\/i18n\/(?:en|es|ca|fr)[./].*ts$/,
  /^(?:zod|drizzle-orm)(?:\/|$)/,
];
const APP = fileURLToPath(new URL("./app/", import.meta.url));
for (const name of SHELL_MODULES) {
  if (!existsSync(`${APP}${name}`)) throw new Error(`vite.config.ts names app/${name}, which does not exist`);
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [apiDocument(), remix(remixOptions)],
  // @conform-to/zod takes four functions from the whole of zod, which zod/mini has too: 13 kB less in the dialogs (decision 037). Not on
  // the server, where the SDK of MCP needs the whole of it.
  resolve: { alias: isSsrBuild ? [] : [{ find: /^zod\/v4$/, replacement: "zod/mini" }] },
  // Wrangler bundles the server's file again with workers/entry.ts, so no package may stay external that it would find under other conditions.
  ssr: {
    target: "webworker",
    noExternal: true,
    resolve: { conditions: ["workerd", "worker", "browser"], externalConditions: ["workerd", "worker"] },
  },
  build: {
    sourcemap: false,
    assetsInlineLimit: 0,
    ...(isSsrBuild
      ? { rollupOptions: { external: SHARED, treeshake: { moduleSideEffects: "no-external" } } }
      : {
          rollupOptions: {
            treeshake: { moduleSideEffects: (id) => !TRANS.test(id) },
            output: {
              manualChunks: (id) => {
                if (TRANS.test(id)) return "trans";
                if (UNDER_TRANS.test(id)) return "shell-modules";
                if (!id.startsWith(APP)) return null;
                const name = id.slice(APP.length);
                if (SHELL_MODULES.has(name) || name === EDIT_STYLE) return "shell-modules";
                const later = LATER_TEXTS.exec(name)?.[1];
                if (later !== undefined) return `texts-${later}-later`;
                const locale = MEETING_TEXTS.exec(name)?.[1];
                return locale === undefined ? null : `texts-${locale}`;
              },
              // A page and its texts would otherwise have the same name, in four languages.
              chunkFileNames: ({ name, facadeModuleId }) => {
                const [, locale, feature] = TEXTS.exec(facadeModuleId ?? "") ?? [];
                return locale && !name.startsWith("texts-")
                  ? `assets/texts-${locale}-${feature}-[hash].js`
                  : "assets/[name]-[hash].js";
              },
            },
          },
        }),
    // A folder that goes while `npm run dev` serves from it ends wrangler; what is stale there goes with the next start.
    emptyOutDir: process.env.ACTA_KEEP_BUILD !== "1",
  },
}));
