import { callApi } from "#app/contracts/call-api.ts";
import { abandonHere, beginHere } from "#app/contracts/endpoints/record-here.ts";
import type { HereBegin } from "#app/contracts/recording/here.ts";
import type { HereSource } from "#app/domain/here/here.ts";
import { HERE_SEGMENTS_RESERVED } from "#app/domain/limits/here.ts";
import type { BrowserCapture } from "#app/features/here/capture/browser-capture.ts";
import type { OpenProblem } from "#app/features/here/capture/capture-inputs.ts";
import { readyToGoOn } from "#app/features/here/session/go-on-later.ts";
import { isRecorderBusy, runSession, withRecorderLock } from "#app/features/here/session/run-session.ts";
import { hereServer, type Person } from "#app/features/here/session/here-server.ts";
import { StoreFullError } from "#app/features/here/spool/file-store.ts";
import { opfsStore } from "#app/features/here/spool/opfs-store.ts";
import { makeSpool, openAgain, type RecordingSpool } from "#app/features/here/spool/recording-spool.ts";

/** Why a recording did not begin. `other-tab`: one of this browser records already. */
export type BeginProblem =
  | OpenProblem
  | "other-tab"
  | "limit-reached"
  | "signed-out"
  | "too-many-requests"
  | "connection"
  | "no-room";

export type Begun = { ok: true; meetId: string } | { ok: false; problem: BeginProblem };

type Input = { capture: BrowserCapture; person: Person; values: HereBegin };

/** Asks for the tab, makes the meeting, and records. Called by a click, without which no browser shares a tab. */
export async function beginRecording({ capture, person, values }: Input): Promise<Begun> {
  // Before anybody chooses a tab for nothing. Another may still begin until the lock is held.
  if (await isRecorderBusy(person.id)) return { ok: false, problem: "other-tab" };
  const problem = await shareIfNeeded(capture, values.source);
  if (problem !== null) return { ok: false, problem };
  return underLock(person.id, async (onEnd) => {
    const begun = await callApi(beginHere, { body: values });
    if (!begun.ok) return { ok: false, problem: problemOf(begun) };
    const { meetId } = begun.value;
    const now = Date.now();
    // A browser that is short of room removes what may wait here for a week, unless it is asked not to.
    navigator.storage.persist().catch(() => false);
    try {
      const spool = await makeSpool(
        { store: opfsStore(), userId: person.id },
        {
          meetId,
          title: values.meetingName,
          source: values.source,
          startedAt: now,
          lastAt: now,
          recordedMs: 0,
          segments: [],
          segmentNumbers: { from: 0, to: HERE_SEGMENTS_RESERVED },
          notes: [],
          isStopped: false,
        },
      );
      if (capture.isReleased()) {
        // The dialog was closed meanwhile: nothing is recorded, and no meeting stays.
        await spool.remove();
        await callApi(abandonHere, { params: { meetId }, unread: true });
        return { ok: false, problem: "failed" };
      }
      capture.prepare(values.source);
      runSession({ capture, spool, person, onEnd });
      return { ok: true, meetId };
    } catch (error) {
      await callApi(abandonHere, { params: { meetId }, unread: true });
      return { ok: false, problem: error instanceof StoreFullError ? "no-room" : "failed" };
    }
  });
}

type Continued = { capture: BrowserCapture; person: Person; spool: RecordingSpool };

/** Goes on with a recording that was broken off, where its sound ends. */
export async function continueRecording({ capture, person, spool: listed }: Continued): Promise<Begun> {
  const { source, meetId } = listed.about();
  if (await isRecorderBusy(person.id)) return { ok: false, problem: "other-tab" };
  const problem = await shareIfNeeded(capture, source);
  if (problem !== null) return { ok: false, problem };
  return underLock(person.id, async (onEnd) => {
    const spool = await openAgain({ store: opfsStore(), userId: person.id }, listed);
    if (spool === null) {
      // Another tab has sent it: its meeting shows what became of it.
      capture.release();
      onEnd();
      return { ok: true, meetId };
    }
    if (!(await readyToGoOn(spool, hereServer(meetId, person)))) return { ok: false, problem: "no-room" };
    capture.prepare(source);
    runSession({ capture, spool, person, onEnd });
    return { ok: true, meetId };
  });
}

async function shareIfNeeded(capture: BrowserCapture, source: HereSource): Promise<OpenProblem | null> {
  const isOpen = capture.inputs().some(({ input, isLive }) => input === "tab" && isLive);
  return source === "microphone" || isOpen ? null : capture.open("tab");
}

/** Holds the lock from the beginning to the end of the recording, or until it has failed to begin. */
function underLock(userId: string, begin: (onEnd: () => void) => Promise<Begun>): Promise<Begun> {
  return new Promise((resolve) => {
    const hold = async () => {
      let onEnd = () => {};
      const ended = new Promise<void>((end) => {
        onEnd = end;
      });
      const begun = await begin(onEnd);
      resolve(begun);
      if (begun.ok) await ended;
      return true;
    };
    withRecorderLock(userId, hold).then(
      (held) => held === null && resolve({ ok: false, problem: "other-tab" }),
      () => resolve({ ok: false, problem: "failed" }),
    );
  });
}

function problemOf({ kind, code }: { kind: string; code: string | null }): BeginProblem {
  if (kind === "signed-out" || kind === "too-many-requests") return kind;
  return code === "limit-reached" ? "limit-reached" : "connection";
}
