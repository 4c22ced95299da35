// Runs the bundled Worker in workerd, with the bindings of wrangler.toml, until a signal ends it. A process of its own, which
// the supervisor starts again if it no longer answers.
//   node run-worker.mjs --port=8787 --data=/path/of/the/data/folder
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { Log, LogLevel, Miniflare, Response } from "miniflare";
import { isDiskFull } from "./disk-reserve.mjs";
import { bundleFolder } from "./worker-bundle.mjs";
import { readWorkerOptions } from "./worker-options.mjs";
import { variablesFile } from "./worker-variables.mjs";

/** Part of the id of every meeting object on the disk: under another name their meetings would not be found. */
const WORKER_NAME = "acta";
/** Modules beside the script: fonts, common words and WebAssembly. @type {Record<string, "Data" | "Text" | "CompiledWasm">} */
const MODULE_TYPES = { ".bin": "Data", ".txt": "Text", ".wasm": "CompiledWasm" };

const { values } = parseArgs({ options: { port: { type: "string" }, data: { type: "string" } } });
const { port, data } = values;
if (port === undefined || data === undefined) throw new TypeError("run-worker.mjs needs --port and --data");
const root = path.resolve(import.meta.dirname, "../..");
const bundle = bundleFolder(data);

const { assets, ...options } = await readWorkerOptions({ root, dataDir: data });
if (!assets) throw new TypeError("wrangler read no assets");
/** @type {Record<string, string>} */
const variables = JSON.parse(readFileSync(variablesFile(data), "utf8"));

const miniflare = new Miniflare({
  host: "127.0.0.1",
  port: Number(port),
  // Nothing is asked of the network at start.
  cf: false,
  log: new Log(LogLevel.WARN),
  defaultPersistRoot: path.join(data, "state/v3"),
  /** @param {import("node:stream").Readable} stdout @param {import("node:stream").Readable} stderr */
  handleRuntimeStdio(stdout, stderr) {
    stdout.pipe(process.stdout, { end: false });
    stderr.pipe(process.stderr, { end: false });
  },
  workers: [
    {
      ...options,
      name: WORKER_NAME,
      modulesRoot: bundle,
      modules: [{ type: "ESModule", path: path.join(bundle, "entry.js") }, ...modulesBeside()],
      bindings: variables,
      // workerd has no way to ask the disk.
      serviceBindings: {
        /** @param {Request} request */
        DISK(request) {
          const bytes = Number(new URL(request.url).searchParams.get("bytes"));
          return new Response(isDiskFull(data, bytes) ? "full" : "room");
        },
      },
      // wrangler.toml names no `main`, so wrangler takes it for a site without a Worker.
      assets: { ...assets, binding: "ASSETS", routerConfig: { ...assets.routerConfig, has_user_worker: true } },
    },
  ],
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.once(signal, () => void miniflare.dispose().finally(() => process.exit(0)));
}
await miniflare.ready;

function modulesBeside() {
  return readdirSync(bundle).flatMap((name) => {
    const type = MODULE_TYPES[path.extname(name)];
    return type === undefined ? [] : [{ type, path: path.join(bundle, name) }];
  });
}
