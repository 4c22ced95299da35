import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type ActaProcess, startActa } from "#tests/support/acta-process.ts";
import { copyPrepared } from "#tests/support/prepared-folder.ts";

/** A whole Acta whose clock the test moves on, so that no test waits for minutes to pass. */
export type ClockedActa = ActaProcess & { moveOn(ms: number): Promise<void> };

const CLOCK_PATH = "/clock-of-the-test";

/**
 * The bundle is changed in the folder of this Acta. The platform's alarms keep the time of the machine: one that was set before the clock moves
 * comes when it would have come, so that a test that moves on does something which wakes the object.
 */
export async function startClockedActa(env: Record<string, string>): Promise<ClockedActa> {
  const dataDir = await mkdtemp(path.join(tmpdir(), "acta-clock-"));
  const prepared = await copyPrepared(dataDir);
  const bundle = path.join(dataDir, "bundle/entry.js");
  await writeFile(bundle, clocked(await readFile(bundle, "utf8")));
  const acta = await startActa({ dataDir, env: { ...prepared, ...env } });
  return {
    ...acta,
    async moveOn(ms) {
      const answer = await fetch(`${acta.origin}${CLOCK_PATH}?ms=${ms}`);
      if (answer.status !== 204) throw new Error(`the clock answered ${answer.status}`);
    },
    async stop() {
      await acta.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function clocked(script: string): string {
  const before = `let aheadMs = 0; const machineNow = Date.now; Date.now = () => machineNow() + aheadMs;\n`;
  const [, entry] = /([$\w]+) as default\b/u.exec(script) ?? [];
  if (entry === undefined) throw new Error("the bundle exports no Worker");
  const after = `;const clockedEntry = { ...${entry}, fetch(request, ...more) {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname !== "${CLOCK_PATH}") return ${entry}.fetch(request, ...more);
    aheadMs += Number(searchParams.get("ms"));
    return new Response(null, { status: 204 });
  } };\n`;
  const body = script
    .replace(`${entry} as default`, "clockedEntry as default")
    .replaceAll(/\.setAlarm\(([$\w]+)\)/gu, ".setAlarm($1 - aheadMs)");
  // A constant is read when it is called, so that it may stand behind the exports.
  return `${before}${body}${after}`;
}
