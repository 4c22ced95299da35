import type { Outcome } from "#app/domain/outcome.ts";
import type {
  AcceptRefusal,
  MeetingDetails,
  SoundAsked,
  SoundPlaces,
  TranscriptSaid,
} from "#app/server/ports/meeting-process.ts";
import { acceptUpload } from "#workers/meeting/upload/accept-upload.ts";
import type { MeetingDeps } from "#workers/meeting/deps.ts";
import { takeSound } from "#workers/meeting/upload/take-sound.ts";

/** Takes the browser's messages about an upload's bytes. Reading them takes memory and time, so reads of one kind never overlap. */
export interface UploadIntake {
  /** A second call while the bytes are inspected gets the answer of the first. */
  accept(details: MeetingDetails | null, transcript?: TranscriptSaid): Promise<Outcome<null, AcceptRefusal>>;
  /** Calls run one after the other: each reads whole windows of sound. */
  takeSound(asked: SoundAsked): Promise<Outcome<SoundPlaces, "not-found" | "invalid-payload">>;
}

export function uploadIntake(deps: MeetingDeps, storage: DurableObjectStorage): UploadIntake {
  let accepting: Promise<Outcome<null, AcceptRefusal>> | null = null;
  let sound: Promise<unknown> = Promise.resolve();
  return {
    accept(details, transcript) {
      accepting ??= acceptUpload(deps, storage, details, transcript).finally(() => {
        accepting = null;
      });
      return accepting;
    },
    takeSound(asked) {
      const taken = sound.then(() => takeSound(deps, storage, asked));
      sound = taken.catch(() => undefined);
      return taken;
    },
  };
}
