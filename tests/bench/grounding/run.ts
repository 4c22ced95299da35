/**
 * Lines that a hostile stand-in writes about meetings, and lines of a faithful paraphraser, both held against the grounding:
 *   npx vite-node tests/bench/grounding/run.ts [folder of meetings]
 * The invented meetings always run. The development meetings are left out, with a notice, where their folder is missing: they belong to
 * others and are not part of the project. Everything is seeded. Prints each false line that passed and each true line that was lost.
 */
import path from "node:path";
import { MEETING_LANGUAGES, type MeetingLanguage } from "#app/domain/languages.ts";
import { readMeetings } from "#tests/bench/summary/meetings.ts";
import { checkInvented, checkReal, type Checked } from "#tests/bench/grounding/check-lines.ts";

const SEEDS = 120;
const SHOWN_MAX = 12;
const say = (line: string) => process.stdout.write(`${line}\n`);

function report(what: string, { untrue, passed, faithful, lost }: Checked): void {
  const share = ((100 * lost.length) / Math.max(1, faithful)).toFixed(1);
  say(
    `${what}: ${passed.length} of ${untrue} false lines passed, ${lost.length} of ${faithful} true lines lost (${share} %)`,
  );
  for (const line of [...new Set(passed)].slice(0, SHOWN_MAX)) say(`  passed: ${line}`);
  for (const line of [...new Set(lost)].slice(0, SHOWN_MAX)) say(`  lost: ${line}`);
}

for (const language of MEETING_LANGUAGES satisfies readonly MeetingLanguage[]) {
  report(`invented, ${language}`, checkInvented(language, SEEDS));
}
const folder = path.resolve(process.argv[2] ?? process.env.ACTA_MEETINGS_DIR ?? "../shared/meetings-dev");
const meetings = readMeetings(folder);
if (meetings === null || meetings.length === 0) say("Development meetings left out: no folder of meetings found.");
else report(`development meetings (${meetings.length})`, checkReal(meetings));
