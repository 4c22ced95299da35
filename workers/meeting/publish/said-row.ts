import { LIST_PROGRESS_MS } from "#app/domain/limits/lists.ts";
import type { MayHave } from "#app/server/ports/event-consumer.ts";
import type { MeetingProjection } from "#app/server/meetings/project-meeting.ts";

/**
 * The row that D1 has of a meeting, as its object knows it: digests, so that nothing of a meeting is kept twice. An object that comes back after a
 * rest does not write the same row again.
 */
type SaidRow = { lasting: string; progress: string; at: number; mayHave: MayHave };

/** `waits`: nothing but numbers that run has changed, and it may be written then. */
export type RowChange = { kind: "same" } | { kind: "waits"; until: number } | { kind: "changed"; digests: Digests };
type Digests = Pick<SaidRow, "lasting" | "progress">;

/** Progress and people of a meeting that is recorded or recognised change all the time: they make no other row by themselves at once. */
export async function compareRow(sql: SqlStorage, projection: MeetingProjection, now: number): Promise<RowChange> {
  // Talk times and chat messages raise the sequence but show in no list: D1 is spared a write each time.
  const { sequence: _sequence, recognisedMs, participants, people, ...lasting } = projection;
  const digests = {
    lasting: await digestOf(lasting),
    progress: await digestOf({ recognisedMs, participants, people }),
  };
  const said = readSaid(sql);
  if (said === null || said.lasting !== digests.lasting) return { kind: "changed", digests };
  if (said.progress === digests.progress) return { kind: "same" };
  const until = said.at + LIST_PROGRESS_MS;
  const isUnderWay = projection.status === "RECORDING" || projection.status === "TRANSCRIBING";
  return isUnderWay && until > now && now >= said.at ? { kind: "waits", until } : { kind: "changed", digests };
}

export function noteSaid(sql: SqlStorage, said: SaidRow): void {
  sql.exec("UPDATE subscribers SET said = ? WHERE name = 'list'", JSON.stringify(said));
}

/** Before a row is written: until D1 has answered, nobody knows which of the two it has. */
export function doubtSaid(sql: SqlStorage): void {
  sql.exec("UPDATE subscribers SET said = json_set(said, '$.lasting', '') WHERE name = 'list'");
}

export function readSaid(sql: SqlStorage): SaidRow | null {
  const [row] = sql.exec<{ said: string | null }>("SELECT said FROM subscribers WHERE name = 'list'").toArray();
  return row?.said ? (JSON.parse(row.said) as SaidRow) : null;
}

async function digestOf(value: unknown): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(value)));
  return btoa(String.fromCharCode(...new Uint8Array(bytes)));
}
