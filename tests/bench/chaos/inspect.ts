import type { UserId } from "#app/domain/ids.ts";
import { OUTBOX_PREFIX } from "#app/server/storage/keys.ts";
import type { KillableActa } from "#tests/support/killable-acta.ts";
import { listFaults } from "#tests/support/list-faults.ts";
import { type Row, rowsOf, viewOf } from "#tests/support/look-inside.ts";
import { marksOf } from "#tests/support/marked-recording.ts";

/** Compares the expected final state of all meetings with the actual one. */

export type ChaosMeeting = {
  title: string;
  cookie: string;
  kind: "speech" | "captions" | "refused";
  seconds: number;
  bytes: Uint8Array<ArrayBuffer>;
  /** Set when its upload has been accepted. */
  meetId: string;
  refusal: string | null;
};

/** Meetings whose content differs from the words that were spoken in them. */
export async function wrongIn(acta: KillableActa, meetings: ChaosMeeting[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const { title, meetId, cookie, kind, seconds, refusal } of meetings) {
    const view = await viewOf(acta, meetId, cookie);
    const say = (what: string) => wrong.push(`${title} (${meetId}): ${what}`);
    if (kind === "refused") {
      if (view !== null) say("was refused and is still there");
      if (refusal !== "no-audio" && refusal !== "not-found") say(`was refused as ${refusal}`);
      continue;
    }
    if (view?.head.status !== "SUMMARIZED") say(`ended as ${view?.head.status} ${view?.head.reason}`);
    if (!view?.summary || view.summary.fields.length === 0) say("has no summary");
    const said = view?.segments.map(({ text }) => text) ?? [];
    if (kind === "captions" ? said.length === 0 : said.join() !== marksOf(seconds).join()) {
      say(`has ${said.length} segments that are not what was said`);
    }
  }
  return wrong;
}

/**
 * Rows, keys and objects that belong to no meeting, and meetings that lack some of theirs; lists of the people that differ from the rows and from
 * the meetings.
 */
export async function orphansIn(
  acta: KillableActa,
  meetings: ChaosMeeting[],
  people: readonly { userId: UserId; cookie: string }[],
): Promise<string[]> {
  const read = (query: string) => rowsOf(acta, query);
  const rows = await read("SELECT * FROM meetings");
  const ledger = await read("SELECT * FROM usage_ledger");
  const claims = await read("SELECT * FROM meeting_claims");
  // The mails of a local Acta name no meeting.
  const keys = new Set((await acta.inside.keys()).filter((key) => !key.startsWith(OUTBOX_PREFIX)));
  const wrong: string[] = [];
  const take = (from: Row[], name: string, id: unknown, isRight: (row: Row) => boolean) => {
    const at = from.findIndex((row) => row[name] === id);
    const [row] = at < 0 ? [] : from.splice(at, 1);
    if (!row || !isRight(row)) wrong.push(`${String(id)}: ${JSON.stringify(row)}`);
    return row;
  };
  for (const { meetId, kind, seconds } of meetings) {
    const gone = kind === "refused";
    const row = take(rows, "id", meetId, ({ deleted_at }) => (deleted_at !== null) === gone);
    take(ledger, "meet_id", meetId, ({ state }) => state === (gone ? "released" : "counted"));
    if (gone) continue;
    take(claims, "meet_id", meetId, () => true);
    const own = [...keys].filter((key) => key.includes(meetId) || key.includes(String(row?.recording_id)));
    for (const key of own) keys.delete(key);
    const texts = own.filter((key) => key.includes("/text/")).length;
    const wanted = kind === "speech" ? windowsOf(seconds) : 0;
    // The birth note and the recording. The PDF may still be on its way.
    const others = own.filter((key) => !key.endsWith("/minutes.pdf")).length - texts;
    if (texts !== wanted || others !== 2) wrong.push(`${meetId}: has the keys ${own.join(", ")}`);
  }
  for (const left of [...rows, ...ledger, ...claims]) wrong.push(`left over: ${JSON.stringify(left)}`);
  for (const key of keys) wrong.push(`left over: ${key}`);
  const objects = await acta.objects();
  if (objects !== meetings.length) wrong.push(`${objects} objects for ${meetings.length} meetings`);
  for (const person of people) wrong.push(...(await listFaults(acta, person)));
  return wrong;
}

/** Number of windows of five minutes; a last window under ten seconds is part of the one before it. */
function windowsOf(seconds: number): number {
  const whole = Math.floor(seconds / 300);
  return whole + (seconds - whole * 300 >= 10 ? 1 : 0);
}
