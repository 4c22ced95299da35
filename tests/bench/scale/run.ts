import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { simulateDeployment } from "#tests/bench/scale/after-deployment.ts";
import type { Measured } from "#tests/bench/scale/measure.ts";

/**
 * `npx tsx tests/bench/scale/run.ts` seeds many meetings and people (stage.ts), prints what each page and poll costs, stores it in
 * measured.json, and prints the model of a million people that is computed from it. `--model` prints the model of the stored figures only.
 * Needs a build. CPU is that of the whole workerd: Acta, its D1 and its objects.
 */

const STORED = fileURLToPath(new URL("measured.json", import.meta.url));
/** Linux counts CPU time in hundredths of a second. */
const TICK_MS = 10;

/** CPU time of every workerd below a process, in ms. */
function cpuBelow(root: number): number {
  const processes = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const [, name = "", rest = ""] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, "utf8")) ?? [];
        const fields = rest.split(" ");
        return [{ pid: Number(pid), name, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }];
      } catch {
        return []; // It has ended since.
      }
    });
  const below = (pid: number): number =>
    processes
      .filter(({ parent }) => parent === pid)
      .reduce((sum, each) => sum + below(each.pid) + (each.name.startsWith("workerd") ? each.ticks : 0), 0);
  return below(root) * TICK_MS;
}

async function measure(): Promise<Measured[]> {
  let figures: Measured[] = [];
  let child = 0;
  const server = createServer((request, response) => {
    if (request.url === "/cpu") return response.end(String(cpuBelow(child)));
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      figures = JSON.parse(Buffer.concat(chunks).toString()) as Measured[];
      response.end();
    });
    return response;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const tests = spawn(process.execPath, ["node_modules/vitest/vitest.mjs", "run", "--project", "scale"], {
    env: { ...process.env, ACTA_SCALE_RUNNER: `http://127.0.0.1:${port}` },
    stdio: ["ignore", 2, 2],
  });
  child = tests.pid ?? 0;
  const [code] = (await once(tests, "exit")) as [number | null];
  server.close();
  if (code !== 0 || figures.length === 0) throw new Error("the measurement failed: npx vitest run --project scale");
  return figures;
}

async function printModel(): Promise<string> {
  // It reads the figures when it is loaded.
  const { CALL_HOUR_DOLLARS, CONNECTED, HOME_SECOND, modelOf, MONDAY, UNTOLD_SECOND } = await import(
    "#tests/bench/scale/model.ts"
  );
  const { peakTripsASecond, day, limits } = modelOf(MONDAY);
  const { people, openPages, calls } = MONDAY;
  const trips = { connection: CONNECTED.trips, readings: 10 * UNTOLD_SECOND.trips };
  const { toldMs } = simulateDeployment({ pages: openPages.peak / 10, tripsASecond: 100, trips, rests: true });
  const whole = (value: number) => Math.round(value).toLocaleString("en");
  return [
    `${whole(people)} people, ${whole(openPages.peak)} open pages, ${whole(calls.minute)} calls at nine`,
    `an open Home page: ${HOME_SECOND.trips.toFixed(2)} requests to D1 a second`,
    `an hour of a call's sound beside its container: ${CALL_HOUR_DOLLARS.toFixed(4)} dollars`,
    `D1 at nine: ${whole(peakTripsASecond)} requests/s`,
    `a deployment at nine: ${whole((toldMs ?? Number.NaN) / 1000)} s until 99 of 100 open pages have their sockets again`,
    ...Object.entries(day).map(([name, value]) => `a day: ${whole(value)} ${name}`),
    ...limits.map(({ part, use, breaksAt }) => `${use.toFixed(2)} of ${part}; breaks at ${breaksAt}`),
    "",
  ].join("\n");
}

if (!process.argv.includes("--model")) {
  const figures = await measure();
  writeFileSync(STORED, `${JSON.stringify(figures, null, 2)}\n`);
  process.stdout.write(
    "| Request | D1 trips, in sequence | rows read, written | object calls, rows read, written | bucket writes, reads | bytes | CPU ms |\n| --- | --- | --- | --- | --- | --- | --- |\n",
  );
  for (const each of figures) {
    const { name, trips, sequence, rows, written, calls, objectRows, objectWrites, bytes, cpuMs } = each;
    process.stdout.write(
      `| ${name} | ${trips}, ${sequence} | ${rows}, ${written} | ${calls}, ${objectRows}, ${objectWrites} | ${each.bucketWrites}, ${each.bucketReads} | ${bytes} | ${cpuMs} |\n`,
    );
  }
}
process.stdout.write(await printModel());
