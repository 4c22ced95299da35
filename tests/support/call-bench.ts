import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import { type CallId, newMeetId, newRecordingId, randomId } from "#app/domain/ids.ts";
import type { CallFactPlace } from "#app/domain/meeting/call-fact.ts";
import type { PublishedCallEvent } from "#app/domain/meeting/call.ts";
import type { AskedAgain, CallAsk, CallProcess, JoinedCall } from "#app/server/ports/call-process.ts";
import type { CallBirth, MeetingDetails, CallEventAnswer } from "#app/server/ports/meeting-process.ts";
import { callWindowKey } from "#app/server/storage/keys.ts";
import { markedSound } from "#tests/support/marked-recording.ts";
import { ownedBy } from "#tests/support/owned-by.ts";
import { DETAILS, objectOf } from "#tests/support/upload-meeting.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { composeMeeting } from "#workers/compose.ts";
import { onCallEvent } from "#workers/meeting/call/on-call-event.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import { meetingWork } from "#workers/meeting/meeting-loop.ts";
import { retentionSubscriber } from "#workers/meeting/privacy.ts";
import { listSubscriber } from "#workers/meeting/publish/list-subscriber.ts";
import { pdfSubscriber } from "#workers/meeting/publish/pdf.ts";
import { createPublisher } from "#workers/meeting/publish/publisher.ts";
import { nextDueAt } from "#workers/meeting/store/domain-events.ts";
import { beginMeeting } from "#workers/meeting/store/begin-meeting.ts";
import { applyEvent, readMeeting } from "#workers/meeting/store/store.ts";
import { viewFor } from "#workers/meeting/view.ts";

/** A meeting's side of a call, on the storage of a real object, with real D1 and R2. The test sets the clock and plays the call. */

export const ROOM: CallFactPlace = {
  platform: "jitsi",
  roomKey: "meet.jit.si/seminar",
  url: "https://meet.jit.si/Seminar",
  link: "meet.jit.si/Seminar",
  ownerFirstName: "Nora",
};

/** Stands in for the call object: returns the same call to every meeting that asks, and records the requests. */
export function standInCalls(call: JoinedCall) {
  const asked: CallAsk[] = [];
  const left: string[] = [];
  const stopped: string[] = [];
  const answered: string[] = [];
  const standIn: { answer: AskedAgain } = { answer: "asked" };
  const calls: CallProcess = {
    async join(ask) {
      asked.push(ask);
      return call;
    },
    async leave(callId, meetId) {
      left.push(`${callId}/${meetId}`);
    },
    async stop(_callId, meetId) {
      stopped.push(meetId);
      return true;
    },
    askAgain: async () => standIn.answer,
    async answerRequest(_callId, meetId, { requestId, answer }) {
      answered.push(`${meetId}/${requestId}/${answer}`);
      return "done";
    },
  };
  return { calls, asked, left, stopped, answered, standIn };
}

export const newCall = () => ({ callId: randomId() as CallId, recordingId: newRecordingId(), notice: null });

export function callBirth(details: Partial<MeetingDetails> = {}, ownerUserId?: string): CallBirth {
  const meetId = newMeetId();
  return {
    meetId,
    ...ownedBy(ownerUserId ?? `owner-${meetId}`),
    recordingId: newRecordingId(),
    source: "invite",
    details: { ...DETAILS, startsAt: Date.now(), ...details },
    place: ROOM,
    createdAt: Date.now(),
  };
}

type Untold<Published> = Published extends PublishedCallEvent ? Omit<Published, "callId" | "turn" | "at"> : never;

export type CallBench = {
  birth: CallBirth;
  storage: DurableObjectStorage;
  deps: MeetingDeps;
  clock: { now: number };
  view: () => MeetingView | null;
  row: () => ReturnType<typeof readMeeting>;
  apply: (event: Parameters<typeof applyEvent>[1]) => boolean;
  tell: (published: Untold<PublishedCallEvent>, turn?: number) => Promise<CallEventAnswer>;
  /** Stores a window of marked sound and announces it. */
  tellWindow: (
    index: number,
    startMs: number,
    endMs: number,
    more?: { silent?: boolean; speakers?: PublishedSpeakers },
  ) => Promise<CallEventAnswer>;
  /** Runs the work that is due now. */
  run: () => Promise<void>;
  /**
   * Runs the work that is due, moves the clock to the next due time, and repeats until nothing is left.
   * `pauseMs`: real time between two runs, for work that waits for another meeting.
   */
  finish: (pauseMs?: number) => Promise<number[]>;
};
type PublishedSpeakers = Extract<PublishedCallEvent, { type: "window" }>["speakers"];

type CallBenchOptions = {
  birth?: CallBirth;
  call?: JoinedCall;
  deps?: Partial<MeetingDeps>;
  now?: number;
};
type WholeBench = CallBench & ReturnType<typeof standInCalls> & { call: JoinedCall };

export async function onCallBench<Result>(
  options: CallBenchOptions,
  use: (bench: WholeBench) => Promise<Result>,
): Promise<Result> {
  const within = await openCallBench(options);
  return within(use);
}

/** For several meetings at once: work on one of them runs inside its own object, because objects share no I/O. */
export async function openCallBench(options: CallBenchOptions) {
  const birth = options.birth ?? callBirth();
  const call = options.call ?? newCall();
  const standIn = standInCalls(call);
  const bench = await runInDurableObject(
    objectOf(birth.meetId),
    async (_object, { storage, id }): Promise<WholeBench> => {
      const clock = { now: options.now ?? Date.now() };
      const deps: MeetingDeps = {
        ...composeMeeting(workerEnv),
        calls: standIn.calls,
        now: () => clock.now,
        random: () => 1,
        log: () => {},
        ...options.deps,
      };
      const list = listSubscriber(deps.lists, deps.now);
      const publisher = createPublisher({
        ...deps,
        sql: storage.sql,
        sockets: () => [],
        subscribers: [
          list,
          pdfSubscriber(deps.now, async () => {}),
          retentionSubscriber({ ...deps.lists, ...list }, deps.now, async () => {}),
        ],
      });
      // The object itself has just stored its subscribers, with a clock that may be ahead of the test's.
      storage.sql.exec("UPDATE subscribers SET due_at = ?", clock.now);
      beginMeeting(storage, birth, clock.now);
      const work = meetingWork({ deps, storage, holder: id.toString(), changed: () => {} });
      let lastTurn = 0;
      const tell: CallBench["tell"] = (published, turn) => {
        lastTurn = turn ?? lastTurn + 1;
        return onCallEvent(deps, storage, { ...published, callId: call.callId, turn: lastTurn, at: clock.now });
      };
      const run = async () => {
        await work.run();
        await publisher.flush();
      };
      return {
        ...standIn,
        call,
        birth,
        storage,
        deps,
        clock,
        view: () => viewFor(storage.sql, { kind: "owner", userId: "nora" }),
        row: () => readMeeting(storage.sql),
        apply: (event) => applyEvent(storage, event, { now: clock.now }),
        tell,
        async tellWindow(index, startMs, endMs, more = {}) {
          const audioStartMs = Math.max(0, startMs - 2000);
          await env.RECORDINGS.put(callWindowKey(call.recordingId, index), markedSound(audioStartMs, endMs));
          const silences = more.silent ? [{ startMs: 0, endMs: endMs - audioStartMs }] : [];
          return tell({
            type: "window",
            index,
            startMs,
            endMs,
            audioStartMs,
            audioEndMs: endMs,
            silences,
            speakers: more.speakers ?? [],
          });
        },
        run,
        async finish(pauseMs = 0) {
          const waits: number[] = [];
          for (let turn = 0; turn < 120; turn += 1) {
            await run();
            const dueAt = nextDueAt(storage.sql);
            if (dueAt === null) break;
            if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
            if (dueAt > clock.now) {
              waits.push(dueAt - clock.now);
              clock.now = dueAt;
            }
          }
          return waits;
        },
      };
    },
  );
  return <Result>(use: (own: WholeBench) => Promise<Result>): Promise<Result> =>
    runInDurableObject(objectOf(birth.meetId), () => use(bench));
}
