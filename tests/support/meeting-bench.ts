import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import type { MeetingEvent } from "#app/domain/meeting/events.ts";
import type { Outcome } from "#app/domain/outcome.ts";
import type { AcceptRefusal, UploadBirth } from "#app/server/ports/meeting-process.ts";
import { birthOf, objectOf, type UploadInput } from "#tests/support/upload-meeting.ts";
import { workerEnv } from "#tests/support/worker-env.ts";
import { composeMeeting } from "#workers/compose.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import { type MeetingWork, meetingWork } from "#workers/meeting/meeting-loop.ts";
import { retentionSubscriber } from "#workers/meeting/privacy.ts";
import { listSubscriber } from "#workers/meeting/publish/list-subscriber.ts";
import { pdfSubscriber } from "#workers/meeting/publish/pdf.ts";
import { createPublisher } from "#workers/meeting/publish/publisher.ts";
import { nextDueAt } from "#workers/meeting/store/domain-events.ts";
import { beginMeeting } from "#workers/meeting/store/begin-meeting.ts";
import { applyEvent } from "#workers/meeting/store/store.ts";
import { acceptUpload } from "#workers/meeting/upload/accept-upload.ts";
import { viewFor } from "#workers/meeting/view.ts";

/**
 * A meeting's pipeline on the storage of a real object, with real D1 and R2, but with a clock and engines of the test's own. The
 * object's own alarm is never set, so work runs only when the test starts it.
 */
export type Bench = {
  birth: UploadBirth;
  accepted: Outcome<null, AcceptRefusal>;
  storage: DurableObjectStorage;
  deps: MeetingDeps;
  clock: { now: number };
  work: MeetingWork;
  view: () => MeetingView | null;
  apply: (event: MeetingEvent) => void;
  /** Tells the subscribers. */
  flush: () => Promise<void>;
  /** Runs the work that is due, moves the clock to the next due time, and repeats until nothing is left. Returns the waits. */
  finish: () => Promise<number[]>;
};

export async function onBench<Result>(
  bytes: Uint8Array,
  options: UploadInput & { deps?: Partial<MeetingDeps>; uploadKey?: string },
  use: (bench: Bench) => Promise<Result>,
): Promise<Result> {
  const birth = await birthOf(options);
  if (options.uploadKey !== undefined) birth.uploadKey = options.uploadKey;
  else await env.RECORDINGS.put(birth.uploadKey, bytes);
  return runInDurableObject(objectOf(birth.meetId), async (_object, { storage, id }) => {
    const clock = { now: Date.now() };
    const deps: MeetingDeps = {
      ...composeMeeting(workerEnv),
      now: () => clock.now,
      random: () => 1,
      // No other request waits for this object meanwhile.
      rests: () => async () => {},
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
    beginMeeting(storage, birth, clock.now);
    const accepted = await acceptUpload(deps, storage, birth.details);
    const work = meetingWork({ deps, storage, holder: id.toString(), changed: () => {} });
    return use({
      birth,
      accepted,
      storage,
      deps,
      clock,
      work,
      view: () => viewFor(storage.sql, { kind: "owner", userId: "nora" }, clock.now),
      apply: (event) => void applyEvent(storage, event, { now: clock.now }),
      flush: () => publisher.flush(),
      async finish() {
        const waits: number[] = [];
        for (let turn = 0; turn < 50; turn += 1) {
          await work.run();
          await publisher.flush();
          const dueAt = nextDueAt(storage.sql);
          if (dueAt === null) break;
          if (dueAt > clock.now) {
            waits.push(dueAt - clock.now);
            clock.now = dueAt;
          }
        }
        return waits;
      },
    });
  });
}
