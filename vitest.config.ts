import { fileURLToPath } from "node:url";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** The recorder is a separate package, so the root's `imports` do not apply to it. */
const alias = { "#app": here("./app"), "#workers": here("./workers") };

/**
 * Unit tests with a process for each file: two load pdf.js, which replaces parts of the language (ArrayBuffer.prototype.transfer) for its
 * whole process, and two measure processor time.
 */
const UNIT_ALONE = [
  "tests/unit/exports/every-field.test.tsx",
  "tests/unit/pdf/pdf.test.ts",
  "tests/unit/hostile/growth.test.ts",
  "tests/unit/call/hosted-recorders.test.ts",
];

/** Tests inside workerd, with the Worker's bindings and those of the test. */
const workersPool = (bindings: Record<string, string> = {}) =>
  cloudflareTest(async () => ({
    wrangler: { configPath: "./wrangler.toml" },
    main: "./tests/worker/entry.ts",
    miniflare: {
      bindings: {
        ...bindings,
        ENVIRONMENT: "local",
        TEST_MIGRATIONS: await readD1Migrations(here("./migrations")),
        // tests/fakes/speech-server.ts answers at this address. Without it the address does not exist.
        SPEECH_ENGINE: "openai",
        SPEECH_BASE_URL: "http://speech.test",
        // tests/fakes/recorder-server.ts answers at this address.
        RECORDER_ENGINE: "acta",
        RECORDER_URL: "http://127.0.0.1:1",
        RECORDER_TOKEN: "the-recorder-of-this-test",
        ADMIN_TOKEN: "an-operator-of-this-test",
        // tests/fakes/local-providers.ts answers at this address.
        OIDC_ISSUER: "http://127.0.0.1:8788/oidc",
        OIDC_CLIENT_ID: "taller-acta",
        OIDC_CLIENT_SECRET: "taller-acta-secret",
        OIDC_NAME: "Taller",
        OIDC_EMAIL_DOMAINS: "taller.example",
        // tests/fakes/stripe.ts answers at this address.
        BILLING_ENGINE: "stripe",
        STRIPE_ORIGIN: "http://127.0.0.1:8788",
        STRIPE_SECRET_KEY: "acta-local-stripe-key",
        STRIPE_WEBHOOK_SECRET: "acta-local-stripe-webhook-secret",
      },
    },
  }));

/** React for mails, which the workspace object writes itself. Drizzle, zod and Stripe's client have hundreds of files. */
const WORKER_DEPS = {
  optimizer: {
    ssr: {
      enabled: true,
      include: [
        "@remix-run/cloudflare",
        "drizzle-orm",
        "drizzle-orm/d1",
        "drizzle-orm/sqlite-core",
        "zod",
        "zod/mini",
        "jose",
        "stripe",
        "react",
        "react/jsx-dev-runtime",
        "react/jsx-runtime",
        "react-dom/server",
      ],
    },
  },
};

const WORKER_SETUP = [
  "tests/support/fail-on-console.ts",
  "tests/worker/keep-calls-of-objects.ts",
  "tests/worker/no-map-of-the-build.ts",
  "tests/worker/one-proxy-for-each-class.ts",
  "tests/worker/hold-log-lines.ts",
  "tests/worker/apply-migrations.ts",
];

/** Set by tests/bench/scale/run.ts, which measures in the same way as the worker tests run. */
const SCALE_RUNNER = process.env.ACTA_SCALE_RUNNER;

const scaleOf = (runner: string) => ({
  plugins: [workersPool({ SCALE_RUNNER: runner })],
  test: {
    name: "scale",
    include: ["tests/bench/scale/measure.ts"],
    setupFiles: WORKER_SETUP,
    deps: WORKER_DEPS,
  },
});

export default defineConfig({
  test: {
    // Suites run in parallel, and the order of a run does not depend on the previous one.
    cache: false,
    projects: [
      {
        resolve: { alias },
        test: {
          // The files share one process: loading the same modules for each of 130 files took longer than the tests.
          // A test that replaces a global restores it (vi.restoreAllMocks, vi.unstubAllGlobals).
          name: "unit",
          environment: "node",
          isolate: false,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          // Property tests, on machines that do other things at the same time.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          include: ["tests/unit/**/*.test.ts", "tests/unit/**/*.test.tsx"],
          exclude: UNIT_ALONE,
          setupFiles: ["tests/support/fail-on-console.ts"],
        },
      },
      {
        resolve: { alias },
        test: {
          name: "unit-alone",
          environment: "node",
          maxWorkers: 1,
          sequence: { groupOrder: 2 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
          include: UNIT_ALONE,
          setupFiles: ["tests/support/fail-on-console.ts"],
        },
      },
      {
        resolve: { alias },
        test: {
          // Sound encoded, cut, decoded and compared; real engines. Half of the unit tests' time, so separate from them.
          name: "codecs",
          environment: "node",
          isolate: false,
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
          include: ["tests/codecs/**/*.test.ts"],
          setupFiles: ["tests/support/fail-on-console.ts"],
        },
      },
      {
        resolve: { alias },
        test: {
          // Copies of the platforms' pages, as far as we know them, in a real browser. Nothing leaves the machine.
          name: "meeting-pages",
          environment: "node",
          include: ["tests/meeting-pages/**/*.test.ts"],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          // The bundled Worker in a separate workerd for each file. The bundle is made once for all of them.
          name: "routes",
          environment: "node",
          isolate: false,
          maxWorkers: 1,
          sequence: { groupOrder: 5 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
          include: ["tests/routes/**/*.test.ts"],
          setupFiles: ["tests/support/close-connections.ts"],
        },
      },
      {
        resolve: { alias },
        test: {
          // The recorder in a real meeting: Debian's Janus, Chromium, espeak-ng.
          name: "recorder",
          environment: "node",
          include: ["tests/recorder/**/*.test.ts"],
          globalSetup: ["tests/recorder/stage/build.ts"],
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "crash",
          environment: "node",
          include: ["tests/crash/**/*.test.ts"],
          setupFiles: ["tests/support/close-connections.ts"],
          // The tests start and kill processes, so one file at a time. The bundles are made once for all of them.
          isolate: false,
          maxWorkers: 1,
          sequence: { groupOrder: 6 },
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [workersPool()],
        test: {
          // The files share one workerd, which loads the application once. Each file begins with empty storage:
          // tests/worker/apply-migrations.ts.
          name: "worker",
          isolate: false,
          maxWorkers: 1,
          sequence: { groupOrder: 4 },
          // Real D1, R2 and objects, while everything else of a check runs at the same time.
          testTimeout: 120_000,
          hookTimeout: 120_000,
          include: ["tests/worker/**/*.test.ts"],
          setupFiles: WORKER_SETUP,
          deps: WORKER_DEPS,
        },
      },
      ...(SCALE_RUNNER === undefined ? [] : [scaleOf(SCALE_RUNNER)]),
    ],
  },
});
