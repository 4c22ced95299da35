import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");

/** Events of calls that do not spell them: an expression at the call, and every name that it stands for. */
const NAMED_ELSEWHERE: Record<string, readonly string[]> = {
  ALARM_FAILED: ["meeting.alarm.failed"],
  "alarm.event": ["calendar.alarm.failed", "call.alarm.failed", "meeting.alarm.failed", "workspace.alarm.failed"],
  event: ["recorder.bot.crashed", "recorder.crashed"],
};

function sourcesOf(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:tsx?|mjs)$/u.test(name))
    .map((name) => readFileSync(path.join(root, folder, name), "utf8"));
}

const sources = [...sourcesOf("app"), ...sourcesOf("workers")];

/** The first argument of every call of a log, as it stands in the sources. */
const CALL = /(?<!Math\.|console\.|function |\w)(?:log|consoleLog)\(\s*("[^"]*"|`[^`]*`|[\w.]+)/gu;
const logged = [...new Set(sources.flatMap((source) => [...source.matchAll(CALL)].flatMap((match) => match[1] ?? [])))];
const spelled = logged.flatMap((argument) => /^"(.*)"$/u.exec(argument)?.[1] ?? []);
const computed = logged.filter((argument) => !argument.startsWith('"'));

/** The events in the first column of the page's tables. */
function eventsOnPage(): string[] {
  const page = readFileSync(path.join(root, "docs/operations.md"), "utf8");
  const tables = page.split(/\n\n/u).filter((block) => block.startsWith("| Event |"));
  const cells = tables.flatMap((table) => table.split("\n").slice(2)).map((row) => row.split(" | ")[0] ?? "");
  return cells.flatMap((cell) => [...cell.matchAll(/`([^`]+)`/gu)].flatMap((match) => match[1] ?? []));
}

test("each call of a log spells its event, or is listed with the events that it stands for", () => {
  expect(computed.toSorted()).toEqual(Object.keys(NAMED_ELSEWHERE).toSorted());
  const named = ["ALARM_FAILED", "alarm.event", "event"].flatMap((argument) => NAMED_ELSEWHERE[argument] ?? []);
  expect(named.filter((event) => !sources.some((source) => source.includes(`"${event}"`)))).toEqual([]);
});

test("the tables of the operator's page list exactly the events that the code logs, each once", () => {
  expect(spelled.length).toBeGreaterThan(90);
  const events = [...new Set([...spelled, ...Object.values(NAMED_ELSEWHERE).flat()])];
  expect(eventsOnPage().toSorted()).toEqual(events.toSorted());
});

test("every alarm and every handler of uncaught errors names an event of the list", () => {
  const given = sources.flatMap((source) =>
    [...source.matchAll(/(?:\bevent: |endOnUncaught\()"([a-z.-]+\.(?:failed|crashed))"/gu)].flatMap(
      (match) => match[1] ?? [],
    ),
  );
  expect(given.filter((event) => !Object.values(NAMED_ELSEWHERE).flat().includes(event))).toEqual([]);
});
