import type { InputFacts } from "#app/features/here/capture/capture.ts";
import type { StoredNote } from "#app/features/here/spool/recording-about.ts";
import type { SendState } from "#app/features/here/spool/send-pieces.ts";

/**
 * - `stopping`: the rest is being sent. - `over`: the server has all of it. - `kept`: the server has ended it, and what it did not take is in
 * this browser. - `gone`: the server takes nothing of it any more.
 */
export type SessionPhase = "recording" | "paused" | "stopping" | "over" | "kept" | "gone";

const ENDED: ReadonlySet<SessionPhase> = new Set(["over", "kept", "gone"]);

/** Whether a recording neither records nor sends any more. */
export function hasEnded({ phase }: Pick<SessionState, "phase">): boolean {
  return ENDED.has(phase);
}

export type SessionState = {
  phase: SessionPhase;
  /** The cause of a pause. */
  pausedBy: "person" | "inputs" | "encoder" | "disk" | "length" | null;
  inputs: readonly InputFacts[];
  sending: SendState;
  /** The disk is full: what waits is in memory only. */
  isDiskFull: boolean;
  /** The server has everything up to here, in ms of the recording. */
  safeMs: number;
  waitingPieces: number;
  /** The recording has ended because it is as large as the server takes. */
  isFull: boolean;
  /** Number of pieces that the server does not take. They stay in this browser. */
  refusedPieces: number;
  /** Number of pieces that go with this tab: the disk has no room for them. */
  heldPieces: number;
  /** One of them is a piece that the server does not take either: only the person can save it. */
  isOnlyInTab: boolean;
  notes: readonly StoredNote[];
  /** Length of the machine's last sleep; null where it has not slept, or the person has read it. */
  sleptMs: number | null;
};
