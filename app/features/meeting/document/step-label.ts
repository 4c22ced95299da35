import { assertNever } from "#app/domain/invariant.ts";
import type { MeetingStatus } from "#app/domain/meeting/status.ts";
import type { Step } from "#app/features/meeting/document/build-steps.ts";

/** The states that work passes through; the others are ends and keep their label as it is. */
type Passing = Exclude<MeetingStatus, "REJECTED" | "SKIPPED_SUMMARY" | `ERROR_${string}`>;

function isPassing(status: MeetingStatus): status is Passing {
  return status !== "REJECTED" && status !== "SKIPPED_SUMMARY" && !status.startsWith("ERROR_");
}

/** The key of a step's words: the same state is named differently while it lasts and when it is over. */
export function stepLabelKey({ kind, status }: Step) {
  if (!isPassing(status)) return `common:status.${status}` as const;
  switch (kind) {
    case "done":
    case "bad":
    case "skipped":
      return `progress:steps.done.${status}` as const;
    case "now":
      return `progress:steps.now.${status}` as const;
    case "next":
      return `common:status.${status}` as const;
    default:
      return assertNever(kind);
  }
}
