import { existsSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import remixOptions from "./remix.config.js";
import { apiDocument } from "./vite-api-document.ts";
import { chunkPlanner } from "./vite-chunks.ts";

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
    "language-name.ts",
    "lazy-part.tsx",
    "use-lazy.tsx",
    "with-texts.tsx",
    "load-texts.ts",
  ].map((name) => `i18n/${name}`),
  ...[
    "avatar",
    "badge",
    "button",
    "dialog",
    "icon",
    "moment-mark",
    "more-menu",
    "notice",
    "progress",
    "theme",
    "toast",
  ].map((name) => `ui/${name}.tsx`),
  "analytics/track.ts",
  "contracts/answering.ts",
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
const MEETING_TEXTS =
  /^i18n\/(en|es|ca|fr)\/(?:files|common|meeting|reading|chat-panel|edit-actions|highlights|share)\.ts$/;
/** Texts that are loaded behind a page: one chunk for each language. Few pages begin with one of them. */
const LATER_TEXTS =
  /^i18n\/(en|es|ca|fr)\/(?:call|chat|colophon|connections|edit|ended|exporting|follow-up|model|network|privacy|progress|record-here|spoken|task-sending|video|words)\.ts$/;
/** Texts of the pages that the menu leads to, which are fetched together ahead of them (features/shell/fetch-ahead.ts). */
const PAGE_TEXTS = /^i18n\/(en|es|ca|fr)\/(?:history|home|profile|settings)\.ts$/;
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
/** Small modules that several pages begin with and that layers need too, in one chunk instead of fifteen. */
const SMALL_MODULES = new Set([
  ...["endpoint", "endpoints/privacy"].map((name) => `contracts/${name}.ts`),
  ...[
    "beginning-of",
    "clean-name",
    "deliveries/crm-kind",
    "deliveries/delivery",
    "folders/folder",
    "meeting/access",
    "meeting-languages",
    "meeting/list",
    "search/local-day",
    "tasks/task-service",
  ].map((name) => `domain/${name}.ts`),
  ...["template/template", "template/predefined/ids", "transcript/fold"].map((name) => `domain/${name}.ts`),
  ...["account", "deliveries", "folders", "lists", "media", "minutes"].map((name) => `domain/limits/${name}.ts`),
  ...["checkbox", "field", "select"].map((name) => `ui/${name}.tsx`),
  "features/sign-in/doubt-session.ts",
]);
/** Modules of a call of the API, with the schemas of a meeting: pages that call at once begin with them, and layers need them. */
const CALL_MODULES = new Set([
  ...["api-answers", "call-api", "call-result", "meeting/field-schemas", "meeting/meeting-view", "sent"].map(
    (name) => `contracts/${name}.ts`,
  ),
  ...["collaboration", "connections"].map((name) => `contracts/endpoints/${name}.ts`),
  "contracts/template/template-fields.ts",
  ...["by-language", "limits/clips", "limits/requests", "privacy/retention", "summary/sections"].map(
    (name) => `domain/${name}.ts`,
  ),
  ...["quoted-sections", "quoted-words"].map((name) => `features/minutes/${name}.tsx`),
]);
/** zod without its documents in JSON Schema, which only forms that are made of schemas use. */
const ZOD = /node_modules\/zod\/(?:mini|v4\/(?:mini|core)\/(?!.*json-schema)|v4\/locales\/en\.js)/;
/** Modules that load lazily behind each page of the shell. */
const LATER_SHELL = [
  ...["last-time", "transcript-answer"].map((name) => `contracts/meeting/${name}.ts`),
  ...["endpoints/edits", "endpoints/words", "page-calls", "stay-connected"].map((name) => `contracts/${name}.ts`),
  ...["local-model-answer", "words"].map((name) => `contracts/${name}.ts`),
  "domain/chat/exchange.ts",
  "features/here/waiting/sign-out-guard.tsx",
  ...["meeting-progress", "view-tasks"].map((name) => `features/meeting/document/${name}.tsx`),
  "features/minutes/local-model/local-model-notice.tsx",
  ...["later-layers", "record-link", "uploads-of-other-tabs"].map((name) => `features/shell/${name}.tsx`),
  "features/sign-in/session-refresh.tsx",
  "i18n/ended-words.tsx",
  // Pages outside of the shell show no toast before something was done there.
  "ui/toast-stack.tsx",
];
/** Modules that load lazily behind a meeting's page. One that another page loads too belongs above: this chunk imports the page's own. */
const LATER_MEETING = [
  "chat/chat-conversation.tsx",
  ...["colophon", "document-notes", "export-list", "how-people-spoke", "last-time"].map(
    (name) => `document/${name}.tsx`,
  ),
  "edit/edit-calls.ts",
  "edit/words/word-offers.tsx",
  "live/meeting-socket.ts",
  "menu-items.tsx",
  "player/ruler-drawing.tsx",
  "preview/later-parts.tsx",
  "sent/sent-lines.tsx",
  "transcript/copy/copy-passage.tsx",
  "transcript/search/text-comparison.ts",
].map((name) => `features/meeting/${name}`);
const LAYERS = [
  { chunk: "later-shell", modules: LATER_SHELL.map((name) => `${APP}${name}`) },
  { chunk: "later-meeting", modules: LATER_MEETING.map((name) => `${APP}${name}`) },
];
for (const name of [...SHELL_MODULES, ...SMALL_MODULES, ...CALL_MODULES, ...LATER_SHELL, ...LATER_MEETING]) {
  if (!existsSync(`${APP}${name}`)) throw new Error(`vite.config.ts names app/${name}, which does not exist`);
}

function namedChunk(id: string): string | null {
  if (TRANS.test(id)) return "trans";
  if (UNDER_TRANS.test(id)) return "shell-modules";
  if (ZOD.test(id)) return "call-modules";
  if (!id.startsWith(APP)) return null;
  const name = id.slice(APP.length);
  if (SHELL_MODULES.has(name) || name === EDIT_STYLE) return "shell-modules";
  if (SMALL_MODULES.has(name)) return "small-modules";
  if (CALL_MODULES.has(name)) return "call-modules";
  const later = LATER_TEXTS.exec(name)?.[1];
  if (later !== undefined) return `texts-${later}-later`;
  const pages = PAGE_TEXTS.exec(name)?.[1];
  if (pages !== undefined) return `texts-${pages}-pages`;
  const locale = MEETING_TEXTS.exec(name)?.[1];
  return locale === undefined ? null : `texts-${locale}`;
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
              onlyExplicitManualChunks: true,
              manualChunks: chunkPlanner({ shell: "shell-modules", named: namedChunk, layers: LAYERS }),
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
