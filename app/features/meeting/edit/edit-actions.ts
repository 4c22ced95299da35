import { type ComponentType, createContext, useContext } from "react";
import type { SegmentView } from "#app/features/meeting/live/live-view.ts";

/** The editing parts that are loaded on demand. */
export type PartName = "minutes" | "rewrite" | "versions" | "speakers" | "assign";

/** The editing actions of a meeting's page. The code behind them is loaded on demand. */
export type EditActions = {
  meetId: string;
  /** The part that is being loaded. */
  awaited: PartName | null;
  /** Whether the meeting may be split. */
  splits: boolean;
  edit: () => void;
  writeAgain: () => void;
  showVersions: () => void;
  nameSpeakers: (name?: string) => void;
  correctSegment: (segmentId: string) => void;
  /** Asks who said these segments. */
  assignSegments: (segmentIds: readonly string[]) => void;
};

const ActionsContext = createContext<EditActions | null>(null);

export const EditActionsProvider = ActionsContext.Provider;

/** Null for viewers who may only read, and on read-only pages. */
export function useEditActions(): EditActions | null {
  return useContext(ActionsContext);
}

export type CorrectTurnProps = {
  meetId: string;
  segments: readonly SegmentView[];
  /** The segment whose field takes the focus. */
  segmentId: string;
  onDone: () => void;
};

/** The segment whose turn is being corrected, and the component that draws its text fields. */
export type Correcting = { segmentId: string; onDone: () => void; Part: ComponentType<CorrectTurnProps> };

const CorrectingContext = createContext<Correcting | null>(null);

export const CorrectingProvider = CorrectingContext.Provider;

export function useCorrecting(): Correcting | null {
  return useContext(CorrectingContext);
}
