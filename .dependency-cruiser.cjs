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
const PORTS = "^app/server/ports/";
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
    packages("domain", DOMAIN, []),
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
    only("ui", "^app/ui/", ["^app/ui/", "^app/i18n/use-translation"]),
    packages("ui", "^app/ui/", [...REACT, "@radix-ui/"]),
    only("features", "^app/features/(?!shell)([^/]+)/", [
      "^app/features/$1/",
      MINUTES,
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
    only("workers", "^workers/(?!compose|local|recorder)", [
      "^workers/",
      "^app/server/(?!adapters)",
      MEDIA,
      CONTRACTS,
      DOMAIN,
      "^build/",
      "^cloudflare:",
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
