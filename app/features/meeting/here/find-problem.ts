import { HERE_END_NEAR_MS, HERE_MS_MAX } from "#app/domain/limits/here.ts";
import type { HereInput } from "#app/features/here/capture/capture.ts";
import type { SourceState } from "#app/features/here/capture/source-watch.ts";
import type { SessionState } from "#app/features/here/session/session-state.ts";

/** The most urgent problem: one notice at a time. */
export type Problem =
  | {
      name:
        | "gone"
        | "kept"
        | "full"
        | "refused"
        | "only-in-tab"
        | "paused-disk"
        | "paused-disk-signed-out"
        | "paused-length"
        | "paused-encoder"
        | "disk-full"
        | "disk-full-signed-out"
        | "disk-full-offline"
        | "signed-out"
        | "offline"
        | "end-near";
    }
  | { name: "paused-inputs" }
  /** The same two after the stop: nothing is recorded any more, and the rest waits. */
  | { name: "rest-offline" | "rest-signed-out" }
  | { name: "ended" | "dead" | "silent"; input: HereInput }
  | { name: "slept"; ms: number };

/** The states alone: levels change ten times a second, and a notice must not be looked for as often. Null for an input that is not open. */
type SourceStates = Readonly<Partial<Record<HereInput, { state: SourceState | null }>>>;

export function findProblem(state: SessionState, sources: SourceStates, recordedMs: number): Problem | null {
  const { phase, pausedBy, inputs, sending, isDiskFull, refusedPieces, sleptMs } = state;
  // Above all others: nothing but the person can save it.
  if (state.isOnlyInTab) return { name: "only-in-tab" };
  if (phase === "kept" && state.isFull) return { name: "full" };
  if (phase === "gone" || phase === "kept") return { name: phase };
  if (phase === "over") return null;
  // A recording is paused for its disk where the server cannot be reached, either.
  if (phase === "paused" && pausedBy === "disk" && sending === "signed-out") return { name: "paused-disk-signed-out" };
  if (phase === "paused" && pausedBy !== null && pausedBy !== "person") return { name: `paused-${pausedBy}` };
  if (isDiskFull && (sending === "signed-out" || sending === "offline")) return { name: `disk-full-${sending}` };
  if (isDiskFull) return { name: "disk-full" };
  const ended = inputs.find(({ isLive }) => !isLive);
  if (ended && phase !== "stopping") return { name: "ended", input: ended.input };
  for (const name of ["dead", "silent"] as const) {
    const found = inputs.find(({ input }) => sources[input]?.state === name);
    if (found && phase === "recording") return { name, input: found.input };
  }
  if (sending === "signed-out" || sending === "offline") {
    return { name: phase === "stopping" ? `rest-${sending}` : sending };
  }
  if (sleptMs !== null) return { name: "slept", ms: sleptMs };
  if (phase !== "stopping" && HERE_MS_MAX - recordedMs < HERE_END_NEAR_MS) return { name: "end-near" };
  return refusedPieces > 0 ? { name: "refused" } : null;
}
