/**
 * The faults of a recording in the browser, in real time: an Acta of its own over the last build, and a whole Chromium whose microphone and
 * whose shared tab beep twice a second, each in a tone of its own. Each fault begins after 12 s of recording and lasts as long as it is told
 * to; the beeps of the finished file are counted, and compared with the time in which they could be recorded. The sleep of a machine is
 * played by stopping all processes of the browser. Linux, with Chromium and ffmpeg:
 *
 *   npx remix vite:build && ACTA_BROWSER=/usr/bin/chromium npx vite-node tests/bench/here/faults.ts [minutes] [fault]
 *
 * A third of a minute and all faults unless told otherwise; 60 is the hour of issue 28. Written for each fault: seconds lost, what the page
 * said, and how the recording came to its end. Ends with 1 where more than 5 s were lost, or a fault was not said.
 */
import { loadavg } from "node:os";
import type { Page } from "@playwright/test";
import { BEEP_EVERY_MS, type Beeper, findBeeps } from "#tests/bench/here/beeps.ts";
import { FAULTS } from "#tests/bench/here/fault-cases.ts";
import { type FaultStage, finishedFile, openFaultStage, type Stretch } from "#tests/bench/here/fault-stage.ts";
import { decode } from "#tests/recorder/stage/voices.ts";

const [minutesText = "0.33", chosen] = process.argv.slice(2);
const OUTAGE_MS = Number(minutesText) * 60_000;
const LOST_MS_MAX = 5000;
const SAID_MS_MAX = 60_000;

type Row = {
  fault: string;
  outageS: number;
  /** Of each source, in seconds: the time in which it could be recorded, and how much of that the file has. */
  sources: Partial<Record<Beeper, { wantedS: number; foundS: number; lostS: number }>>;
  said: string[];
  how: string;
  load: number;
  isFine: boolean;
};

const faults = Object.entries(FAULTS).filter(([name]) => chosen === undefined || name === chosen);
if (faults.length === 0) throw new Error(`no fault is called ${chosen}: ${Object.keys(FAULTS).join(", ")}`);
const stage = await openFaultStage();
const rows: Row[] = [];
try {
  for (const [name, play] of faults) {
    const row = await playOne(stage, name, play);
    rows.push(row);
    process.stderr.write(`${JSON.stringify(row)}\n`);
  }
} finally {
  await stage.close();
}
process.stdout.write(`${JSON.stringify(rows, null, 2)}\n`);
process.exitCode = rows.every(({ isFine }) => isFine) ? 0 : 1;

async function playOne(on: FaultStage, fault: string, play: (typeof FAULTS)[string]): Promise<Row> {
  const said: string[] = [];
  const expectSaid = async (page: Page, words: string | RegExp) => {
    const place = page.getByText(words).first();
    await place.waitFor({ timeout: SAID_MS_MAX });
    said.push((await place.innerText()).trim());
  };
  const row = { fault, outageS: OUTAGE_MS / 1000, said, load: loadavg()[0] ?? 0 };
  try {
    const { page, wanted, how } = await play({ stage: on, outageMs: OUTAGE_MS, expectSaid });
    const sound = decode(await finishedFile(page, on.origin));
    const sources: Row["sources"] = {};
    for (const source of ["microphone", "tab"] as const) {
      const stretches = wanted[source];
      if (stretches) sources[source] = compare(stretches, findBeeps(sound, source));
    }
    const isFine = said.length > 0 && Object.values(sources).every(({ lostS }) => lostS * 1000 <= LOST_MS_MAX);
    return { ...row, sources, how, isFine };
  } catch (error) {
    return { ...row, sources: {}, how: String(error), isFine: false };
  } finally {
    await on.clear();
  }
}

function compare(wanted: readonly Stretch[], beeps: readonly number[]) {
  const wantedMs = wanted.reduce((sum, { from, to }) => sum + to - from, 0);
  const foundMs = beeps.length * BEEP_EVERY_MS;
  return { wantedS: wantedMs / 1000, foundS: foundMs / 1000, lostS: (wantedMs - foundMs) / 1000 };
}
