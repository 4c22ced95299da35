import { fileURLToPath } from "node:url";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-pool-workers";
import { defineConfig } from "vitest/config";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** The recorder is a package of its own, so the root's `imports` do not reach into it. */
const alias = { "#app": here("./app"), "#workers": here("./workers") };

/** They load pdf.js, which replaces parts of the language (ArrayBuffer.prototype.transfer) for its whole process. */
const UNIT_ALONE = ["tests/unit/exports/every-field.test.tsx", "tests/unit/pdf/pdf.test.ts"];

export default defineConfig({
  test: {
    // Suites run beside each other, and the order of a run does not depend on the one before.
    cache: false,
    projects: [
      {
        resolve: { alias },
        test: {
          // The files share one process: loading the same modules for each of 130 files took longer than the tests.
          // Whoever replaces a global puts it back (vi.restoreAllMocks, vi.unstubAllGlobals).
          name: "unit",
          environment: "node",
          isolate: false,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          // Property tests, on machines that do other things at the same time.
          testTimeout: 20_000,
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
          testTimeout: 20_000,
          include: UNIT_ALONE,
          setupFiles: ["tests/support/fail-on-console.ts"],
        },
      },
      {
        resolve: { alias },
        test: {
          // Sound encoded, cut, decoded and compared; real engines. Half of the unit tests' time, so apart from them.
          name: "codecs",
          environment: "node",
          isolate: false,
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
          testTimeout: 20_000,
          include: ["tests/codecs/**/*.test.ts"],
          setupFiles: ["tests/support/fail-on-console.ts"],
        },
      },
      {
        resolve: { alias },
        test: {
          // The platforms' pages, as far as we know them, in a real browser; nothing leaves the machine.
          name: "meeting-pages",
          environment: "node",
          include: ["tests/meeting-pages/**/*.test.ts"],
          fileParallelism: false,
          testTimeout: 30_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          // The bundled Worker in a workerd of each file's own; the bundle is made once for all of them.
          name: "routes",
          environment: "node",
          isolate: false,
          maxWorkers: 1,
          sequence: { groupOrder: 5 },
          testTimeout: 30_000,
          hookTimeout: 60_000,
          include: ["tests/routes/**/*.test.ts"],
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
          // They start and kill processes, so one file at a time; the bundles are made once for all of them.
          isolate: false,
          maxWorkers: 1,
          sequence: { groupOrder: 6 },
          testTimeout: 180_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [
          cloudflareTest(async () => ({
            wrangler: { configPath: "./wrangler.toml" },
            main: "./tests/worker/entry.ts",
            miniflare: {
              bindings: {
                ENVIRONMENT: "local",
                TEST_MIGRATIONS: await readD1Migrations(here("./migrations")),
                // tests/fakes/speech-server.ts answers there; without it the address does not exist.
                SPEECH_ENGINE: "openai",
                SPEECH_BASE_URL: "http://speech.test",
                // tests/fakes/recorder-server.ts answers there.
                RECORDER_ENGINE: "acta",
                RECORDER_URL: "http://127.0.0.1:1",
                RECORDER_TOKEN: "the-recorder-of-this-test",
                ADMIN_TOKEN: "an-operator-of-this-test",
              },
            },
          })),
        ],
        test: {
          // The files share one workerd, which loads the application once. Each file begins with empty storage:
          // tests/worker/apply-migrations.ts.
          name: "worker",
          isolate: false,
          maxWorkers: 1,
          sequence: { groupOrder: 4 },
          // Real D1, R2 and objects beside everything else that a check runs at the same time.
          testTimeout: 40_000,
          hookTimeout: 40_000,
          include: ["tests/worker/**/*.test.ts"],
          setupFiles: [
            "tests/support/fail-on-console.ts",
            "tests/worker/one-proxy-for-each-class.ts",
            "tests/worker/hold-log-lines.ts",
            "tests/worker/apply-migrations.ts",
          ],
          deps: { optimizer: { ssr: { enabled: true, include: ["@remix-run/cloudflare"] } } },
        },
      },
    ],
  },
});
