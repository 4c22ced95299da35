/**
 * Offers of names that nobody said: each line of a file of names is a name or term, and each meeting of a folder is asked for all. As the
 * meetings hold none of the names, every offer is wrong; those of common words have to be none.
 *
 *   npx tsx tests/bench/words/run.ts ../shared/meetings-dev names.txt
 */
import { readFileSync } from "node:fs";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import { runAtOnce } from "#app/domain/turns.ts";
import { findNearWords } from "#app/domain/words/near-words.ts";
import { parseWords } from "#app/domain/words/own-word.ts";
import { readMeetings } from "#tests/bench/summary/meetings.ts";
import { readCommonWords } from "#tests/support/common-words.ts";

const [folder = "", namesFile = ""] = process.argv.slice(2);
const meetings = readMeetings(folder);
if (meetings === null) throw new Error(`there is no folder ${folder}`);
const words = parseWords(readFileSync(namesFile, "utf8")).words.map((word) => ({ word, heard: [] }));
const isCommon = readCommonWords("en");
const before = process.cpuUsage();
let [offered, common, spoken] = [0, 0, 0];
for (const { id, segments } of meetings) {
  spoken += segments.reduce((sum, { text }) => sum + foldedWords(text).length, 0);
  for (const { word, heard, places } of runAtOnce(findNearWords({ segments, words, isCommon }))) {
    offered += 1;
    if (foldedWords(heard).every((part) => isCommon(part))) common += 1;
    process.stdout.write(`${id}: ${word} <- ${heard} (${places.length})\n`);
  }
}
const cpuMs = Math.round(process.cpuUsage(before).user / 1000);
process.stdout.write(
  `${JSON.stringify({ meetings: meetings.length, names: words.length, spoken, offered, common, cpuMs })}\n`,
);
