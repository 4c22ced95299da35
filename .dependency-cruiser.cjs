/** Who may import whom (ARCHITECTURE.md, "Layers"). Checked by `npm run check`. */
const only = (name, from, allowed) => ({
  name,
  severity: "error",
  from: { path: from },
  to: { pathNot: [...allowed, "\\.css"], dependencyTypesNot: ["npm", "npm-dev", "npm-optional", "npm-peer", "core"] },
});
const packages = (name, from, allowed) => ({
  name: `${name}-packages`,
  severity: "error",
  from: { path: from },
  to: {
    pathNot: allowed.map((allow) => `node_modules/${allow}`),
    dependencyTypes: ["npm", "npm-dev", "npm-optional", "npm-peer", "core"],
  },
});
const DOMAIN = "^app/domain/";
const CONTRACTS = "^app/contracts/";
const MEDIA = "^app/media/";
// The views of fields, which the meeting page and the shared page have in common; they import no other feature.
const MINUTES = "^app/features/minutes/";
// The recorder of this browser: many places begin a recording, or know of one. It imports no other feature.
const HERE = "^app/features/here/";
const PORTS = "^app/server/ports/";
/**
 * The walls of `app/server`. Base areas may be seen by all. The others stand in one order: an area sees those before it, and of each only the
 * files that are named here, so that no two areas can come to need each other, and a new tie between two of them is a line in this table.
 */
const BASE = ["ports", "db", "storage", "tokens", "workspace", "identity"];
const AREAS = {
  keys: ["authenticate-key", "change-keys", "count-request"],
  exports: [
    "archive/index-page",
    "archive/write-zip",
    "collaboration/notion-blocks",
    "collaboration/notion-properties",
    "collaboration/slack-blocks",
    "escape-xml",
    "fields/field-writers",
    "file-to-send",
    "minutes",
    "without-names",
    "write-format",
    "write-json",
  ],
  http: ["client-network", "error-response", "guarded-stream", "loggable-path", "read-body"],
  apps: ["authenticate-program", "describe-server", "end-access", "oauth-route"],
  mail: ["follow-up-data", "prepare-follow-up", "prepare-mail", "stopped-addresses", "typed-mails"],
  billing: [
    "billing-data",
    "change-seats",
    "checkouts",
    "end-subscriptions",
    "keep-contact",
    "read-billing",
    "start-checkout",
  ],
  templates: ["choose-template", "delete-template", "list-templates", "move-templates", "stored-template"],
  usage: ["identity-uses", "read-credits", "recording-reservation", "usage-ledger", "usage-reservation"],
  uploads: ["list-uploads", "parts", "unfinished"],
  folders: ["arrange-meetings", "change-folders", "file-meeting", "read-folders"],
  meetings: [
    "change-call",
    "delete-meeting",
    "edit-meeting",
    "export-meeting",
    "filter-meetings",
    "finish-upload",
    "invite-meeting",
    "list-changed",
    "list-shared",
    "play-recording",
    "same-call",
    "set-visibility",
    "start-upload",
    "tell-named",
  ],
  calendars: ["calendar-data", "change-calendars", "find-invitation", "list-calendars", "list-events"],
  feeds: ["change-feeds"],
  teams: ["leave-teams", "read-team", "team-data"],
  connections: ["change-connections", "connection-tokens", "read-connections"],
  voices: ["offer-voices", "saved-voices"],
  words: ["read-words"],
  webhooks: ["change-webhooks"],
  auth: ["sign-out", "take-back-address"],
  tasks: ["list-tasks"],
  digests: ["hand-over-digests"],
  search: ["asked-indexes", "listed-places", "search-meetings"],
  ask: ["threads", "write-answer"],
  account: [],
  sharing: ["change-clips", "list-shared-links", "open-shared", "share-meeting"],
  collaboration: ["choose-place", "settings"],
  crm: ["related-records"],
  deliveries: ["parked-destinations"],
  home: [],
  programs: ["ask-all", "ask-meeting", "cite-moment", "clips", "list-pages", "read-meeting"],
  mcp: [],
  recorder: [],
};
const walls = Object.entries(AREAS).flatMap(([area, open], index, all) => {
  const later = all.slice(index + 1).map(([name]) => name);
  const own = `^app/server/${area}/`;
  return [
    {
      name: `walls-order-${area}`,
      severity: "error",
      from: { path: own },
      to: { path: `^app/server/(${[...later, "none"].join("|")})/` },
    },
    {
      name: `walls-open-${area}`,
      severity: "error",
      from: { path: "^app/server/[^/]+/", pathNot: [own] },
      to: { path: own, pathNot: open.map((file) => `${own}${file}\\.ts$`) },
    },
  ];
});
const REACT = ["react/", "react-dom/", "react-i18next/", "i18next/", "@types/react/"];

module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "no-orphans",
      severity: "error",
      from: {
        orphan: true,
        path: "^(app|workers)/",
        pathNot: ["\\.d\\.ts$", "^app/entry\\.", "^app/routes\\.ts$", "^app/root\\.tsx$"],
      },
      to: {},
    },
    only("domain", DOMAIN, [DOMAIN]),
    // A browser has no node:crypto.
    packages("domain", "^app/domain/(?!sha256-text)", []),
    {
      name: "hash-only-on-the-server",
      severity: "error",
      from: { path: "^app/(features|ui|contracts|media)/" },
      to: { path: "^app/domain/sha256-text", reachable: true },
    },
    only("contracts", CONTRACTS, [CONTRACTS, DOMAIN]),
    packages("contracts", CONTRACTS, ["zod/"]),
    only("media", MEDIA, [MEDIA, DOMAIN]),
    packages("media", MEDIA, []),
    only("ports", PORTS, [PORTS, DOMAIN, CONTRACTS, MEDIA]),
    packages("ports", PORTS, []),
    only("adapters", "^app/server/adapters/([^/]+)/", [
      PORTS,
      DOMAIN,
      CONTRACTS,
      MEDIA,
      "^app/server/adapters/$1/",
      "^app/server/storage/",
      "^app/server/log\\.ts$",
    ]),
    only("db", "^app/server/db/", ["^app/server/db/", DOMAIN]),
    packages("db", "^app/server/db/", ["drizzle-orm/"]),
    {
      name: "drizzle-only-in-db-and-use-cases",
      severity: "error",
      from: { pathNot: ["^app/server/", "^workers/", "^tests/", "^drizzle\\.config\\.ts$"] },
      to: { path: "node_modules/drizzle-orm/" },
    },
    only("use-cases", "^app/server/(?!adapters|ports|db)", [
      "^app/server/(?!adapters)",
      MEDIA,
      CONTRACTS,
      DOMAIN,
      "^app/i18n/",
      "^app/analytics/",
    ]),
    {
      name: "no-react-in-server",
      severity: "error",
      from: { path: "^app/server/" },
      to: { path: "node_modules/(react|react-dom|@remix-run/react)/" },
    },
    ...walls,
    {
      name: "walls-base",
      severity: "error",
      from: { path: `^app/server/(${BASE.join("|")})/` },
      to: { path: "^app/server/[^/]+/", pathNot: [`^app/server/(${BASE.join("|")})/`] },
    },
    {
      name: "walls-unknown-area",
      severity: "error",
      from: { path: "^app/", pathNot: ["^app/server/adapters/"] },
      to: {
        path: "^app/server/[^/]+/",
        pathNot: [`^app/server/(adapters|${[...BASE, ...Object.keys(AREAS)].join("|")})/`],
      },
    },
    {
      name: "walls-root",
      severity: "error",
      from: { path: "^app/server/[^/]+\\.ts$" },
      to: { path: "^app/server/[^/]+/", pathNot: [`^app/server/(${BASE.join("|")})/`] },
    },
    only("ui", "^app/ui/", ["^app/ui/", "^app/i18n/use-translation"]),
    packages("ui", "^app/ui/", [...REACT, "@radix-ui/"]),
    only("features", "^app/features/(?!shell)([^/]+)/", [
      "^app/features/$1/",
      MINUTES,
      HERE,
      "^app/ui/",
      "^app/analytics/",
      "^app/i18n/(?!server)",
      MEDIA,
      CONTRACTS,
      DOMAIN,
    ]),
    only("shell", "^app/features/shell/", [
      "^app/features/",
      "^app/ui/",
      "^app/analytics/",
      "^app/i18n/(?!server)",
      CONTRACTS,
      DOMAIN,
    ]),
    only("mail", "^app/mail/", ["^app/mail/", "^app/i18n/", PORTS, DOMAIN]),
    packages("mail", "^app/mail/", REACT),
    only("routes", "^app/routes/", [
      // The table of each area of the API.
      "^app/routes/api/",
      "^app/features/",
      "^app/ui/",
      "^app/i18n/",
      "^app/analytics/",
      CONTRACTS,
      DOMAIN,
      "^app/server/(?!adapters|db|storage)",
      // A module that the build makes (vite-api-document.ts).
      "^virtual:api-document$",
    ]),
    { name: "app-never-imports-workers", severity: "error", from: { path: "^app/" }, to: { path: "^workers/" } },
    only("workers", "^workers/(?!compose|local|recorder|stand-ins)", [
      "^workers/",
      "^app/server/(?!adapters)",
      MEDIA,
      CONTRACTS,
      DOMAIN,
      "^build/",
      "^cloudflare:",
    ]),
    // The outside world: of ours it knows only what it must answer.
    only("stand-ins", "^workers/stand-ins/", [
      "^workers/stand-ins/",
      "^app/server/adapters/",
      CONTRACTS,
      DOMAIN,
      "node_modules/",
    ]),
    // A program of its own: it knows what is said on the wire and the rules behind it, nothing else of ours.
    only("recorder", "^workers/recorder/", [
      "^workers/recorder/",
      CONTRACTS,
      DOMAIN,
      "^cloudflare:",
      "node_modules/(zod|playwright-core|esbuild)/",
    ]),
    {
      name: "adapters-only-in-compose",
      severity: "error",
      from: { path: "^(app|workers)/", pathNot: ["^workers/compose(?:/|\\.ts$)", "^app/server/adapters/"] },
      to: { path: "^app/server/adapters/" },
    },
    {
      name: "no-server-in-browser",
      severity: "error",
      from: { path: "^app/(ui|features|entry\\.client)" },
      to: { path: "^app/(server|mail)/" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: ["^build/", "^\\.wrangler/"] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["workerd", "worker", "browser", "import", "default", "types"],
    },
  },
};
