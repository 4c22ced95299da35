import type { CallState } from "#app/domain/call/call-state.ts";
import type { CallStart, RoomCall } from "#app/domain/call/share-bot.ts";
import type { CallId, MeetId, RecordingId } from "#app/domain/ids.ts";
import type { CallAsk } from "#app/server/ports/call-process.ts";
import { storedJson, type Upgrade } from "#workers/durable/stored-json.ts";

/** The JSON columns of the table `calls`. A change of a shape that earlier code has stored needs an upgrade here, with a test. */

/** Details of a call; deleted once it is over and cleared. */
export type CallDetails = Pick<
  CallAsk,
  "ownerFirstName" | "language" | "url" | "platform" | "asker" | "here" | "waitMinutes" | "soundOnly"
>;

/** The first calls were stored without how their person is named to others. */
const nameAsker: Upgrade = (details) => ({ asker: null, ...details });

export const STORED_CALL_STATE = storedJson<CallState>("call state", []);
export const STORED_CALL_DETAILS = storedJson<CallDetails>("call details", [nameAsker]);

export type CallRow = RoomCall & {
  callId: CallId;
  recordingId: RecordingId;
  details: CallDetails | null;
  state: CallState;
  /** The newest of its published events. */
  turn: number;
  /** The bot's id at the recorder. */
  botRef: string | null;
  /** Time of the last report of the bot or the recorder; `pieceAt` is the time of the last piece. */
  lastReportAt: number;
  pieceAt: number;
  /** Earliest time at which the recorder needs to be asked again. */
  lookAt: number;
  feed: CallFeed | null;
  /** Epoch ms; recordings of the call's own bot from then on do not belong to the call. Null: all of them do. */
  cutAt: number | null;
};
/** A call that records with another call's bot, because that one's owner accepted. */
export type CallFeed = {
  source: CallId;
  /** Epoch ms; nothing from before is this call's. 0: all of it is. */
  fromAt: number;
  /** Epoch ms; nothing from then on is. Null: everything that still comes. */
  untilAt: number | null;
  /** Added to the bot's segment numbers; segments of the call's own bots have lower numbers. */
  offset: number;
  /** The attempt as which the bot counts in this call; those before are the call's own bots. */
  attempt: number;
  /** Segments of the bot, as "mix-1000", that had ended before. */
  ended: string[];
  /** The bot does not record for this call any more, or was lost. */
  isOver: boolean;
};
type RawRow = {
  call_id: string;
  recording_id: string;
  owner_user_id: string | null;
  details: string | null;
  state: string;
  turn: number;
  bot_ref: string | null;
  last_report_at: number;
  piece_at: number;
  look_at: number;
  feed: string | null;
  cut_at: number | null;
};

const COLUMNS =
  "call_id, recording_id, owner_user_id, details, state, turn, bot_ref, last_report_at, piece_at, look_at, feed, cut_at";

export function readCall(sql: SqlStorage, callId: CallId): CallRow | null {
  const row = sql.exec<RawRow>(`SELECT ${COLUMNS} FROM calls WHERE call_id = ?`, callId).toArray()[0];
  return row ? rowOf(row) : null;
}

/** The calls that are not over, oldest first. */
export function openCalls(sql: SqlStorage): CallRow[] {
  return sql
    .exec<RawRow>(`SELECT ${COLUMNS} FROM calls WHERE details IS NOT NULL ORDER BY created_at, call_id`)
    .toArray()
    .map(rowOf)
    .filter(({ state }) => state.status !== "over");
}

/** The person's calls in the room, those that are over among them. */
export function callsOfPerson(sql: SqlStorage, userId: string | null): CallRow[] {
  return sql.exec<RawRow>(`SELECT ${COLUMNS} FROM calls WHERE owner_user_id = ?`, userId).toArray().map(rowOf);
}

/** Of the meetings of a call, the earliest first. One that was asked for when it was to begin was not planned. */
export function startsOf(sql: SqlStorage, callId: CallId): CallStart[] {
  return sql
    .exec<{ starts_at: number; created_at: number }>(
      `SELECT starts_at, created_at FROM call_meetings JOIN calls USING (call_id) WHERE call_id = ? ORDER BY starts_at`,
      callId,
    )
    .toArray()
    .map(({ starts_at, created_at }) => ({ startsAt: starts_at, isPlanned: starts_at > created_at }));
}

function rowOf(row: RawRow): CallRow {
  const feed = row.feed === null ? null : (JSON.parse(row.feed) as CallFeed);
  return {
    callId: row.call_id as CallId,
    recordingId: row.recording_id as RecordingId,
    ownerUserId: row.owner_user_id,
    isGuest: feed !== null && !feed.isOver,
    details: row.details === null ? null : STORED_CALL_DETAILS.read(row.details),
    state: STORED_CALL_STATE.read(row.state),
    turn: row.turn,
    botRef: row.bot_ref,
    lastReportAt: row.last_report_at,
    pieceAt: row.piece_at,
    lookAt: row.look_at,
    feed,
    cutAt: row.cut_at,
  };
}

/** Open calls of before, whose owner is not written down, with their first meeting. */
export function ownerlessCalls(sql: SqlStorage): { callId: CallId; meetId: MeetId }[] {
  return openCalls(sql)
    .filter(({ ownerUserId }) => ownerUserId === null)
    .flatMap(({ callId }) => {
      const row = sql
        .exec<{ meet_id: string }>("SELECT meet_id FROM call_meetings WHERE call_id = ? ORDER BY rowid LIMIT 1", callId)
        .toArray()[0];
      return row ? [{ callId, meetId: row.meet_id as MeetId }] : [];
    });
}

export function saveOwner(sql: SqlStorage, callId: CallId, ownerUserId: string): void {
  sql.exec("UPDATE calls SET owner_user_id = ? WHERE call_id = ? AND owner_user_id IS NULL", ownerUserId, callId);
}
