import { callApi } from "#app/contracts/call-api.ts";
import type { CallResult } from "#app/contracts/call-result.ts";
import {
  abandonHere,
  finishHere,
  markHere,
  putHereNote,
  putHerePiece,
  readHere,
} from "#app/contracts/endpoints/record-here.ts";
import { readSession } from "#app/contracts/endpoints/account.ts";
import type { HereFinish, HereMarks } from "#app/contracts/recording/here.ts";
import { type HerePiece, pieceHeaders, pieceParams } from "#app/contracts/recording/here-piece.ts";
import { HERE_SEND_MS_MAX } from "#app/domain/limits/here.ts";
import type { SendAnswer } from "#app/features/here/spool/send-pieces.ts";

export type Mark = HereMarks["marks"][number];

/** The calls of a running recording. None of them rejects. */
export interface HereServer {
  piece: (piece: HerePiece, bytes: Uint8Array<ArrayBuffer>) => Promise<SendAnswer>;
  note: (note: { id: string; atMs: number; text: string }) => Promise<SendAnswer>;
  marks: (marks: Mark[]) => Promise<SendAnswer>;
  finish: (tracks: HereFinish["tracks"]) => Promise<SendAnswer>;
  abandon: () => Promise<SendAnswer>;
  /** The end of its sound there, in ms of the recording, and a number above those of its segments. Null where it cannot be known now. */
  reached: () => Promise<{ endMs: number; segments: number } | null>;
}

/** The person whose recording it is. */
export type Person = { id: string; name: string; email: string | null };

export function hereServer(meetId: string, person: Person): HereServer {
  // The page calls by itself: an ended session is said in the page's own words, and the recording goes on.
  const options = { unread: true, unasked: true, timeoutMs: HERE_SEND_MS_MAX } as const;
  const answered = async (result: CallResult<unknown>): Promise<SendAnswer> => {
    const answer = answerOf(result);
    const isHidden = answer === "gone" && !result.ok && result.status === 404;
    return isHidden && (await isSomebodyElse(person)) ? "signed-out" : answer;
  };
  return {
    piece: async (piece, bytes) =>
      answered(
        await callApi(putHerePiece, {
          ...options,
          params: { meetId, ...pieceParams(piece) },
          // The Blob has a copy of its own, outside of the page's memory: bytes would stay in it until a garbage collection.
          bytes: { body: new Blob([bytes]), headers: pieceHeaders(piece) },
        }),
      ),
    note: async ({ id, atMs, text }) =>
      answered(await callApi(putHereNote, { ...options, params: { meetId, noteId: id }, body: { atMs, text } })),
    marks: async (marks) => answered(await callApi(markHere, { ...options, params: { meetId }, body: { marks } })),
    finish: async (tracks) => answered(await callApi(finishHere, { ...options, params: { meetId }, body: { tracks } })),
    abandon: async () => answered(await callApi(abandonHere, { ...options, params: { meetId } })),
    async reached() {
      const state = await callApi(readHere, { unasked: true, timeoutMs: HERE_SEND_MS_MAX, params: { meetId } });
      if (!state.ok) return null;
      const { tracks } = state.value;
      return {
        endMs: Math.max(0, ...tracks.map(({ endMs }) => endMs)),
        segments: Math.max(0, ...tracks.flatMap(({ segments }) => segments.map(({ segment }) => segment + 1))),
      };
    },
  };
}

/** 404: the meeting was deleted, or is another person's. What the server cannot ever take stays in this browser. */
export function answerOf(result: CallResult<unknown>): SendAnswer {
  if (result.ok) return "stored";
  const { kind, status, code, reason } = result;
  if (kind === "signed-out") return "signed-out";
  if (status === 404 || code === "recording-over" || reason === "recording-over") return "gone";
  if (code === "recording-full") return "full";
  if (code === "piece-damaged" || reason === "piece-damaged") return "later";
  return status === 409 || status === 413 || status === 422 ? "refused" : "later";
}

/** Another account may have signed in in another tab: to it the meeting does not exist. Its own person's sign-in sends the rest. */
async function isSomebodyElse({ name, email }: Person): Promise<boolean> {
  const session = await callApi(readSession, { unasked: true, timeoutMs: HERE_SEND_MS_MAX });
  if (!session.ok || !("user" in session.value)) return true;
  return session.value.user.email !== email || session.value.user.name !== name;
}
