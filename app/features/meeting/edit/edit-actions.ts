import { type ComponentType, createContext, useContext } from "react";
import type { SegmentView } from "#app/features/meeting/live/live-view.ts";

/** What is loaded when it is asked for. */
export type PartName = "minutes" | "rewrite" | "speakers";

/** How parts of the page ask for a correction; what does it is loaded when it is asked for. */
export type EditActions = {
  meetId: string;
  /** What was asked for and is on its way. */
  awaited: PartName | null;
  edit: () => void;
  writeAgain: () => void;
  nameSpeakers: (name?: string) => void;
  correctSegment: (segmentId: string) => void;
};

const ActionsContext = createContext<EditActions | null>(null);

export const EditActionsProvider = ActionsContext.Provider;

/** Null for whoever may only read, and on pages that only show. */
export function useEditActions(): EditActions | null {
  return useContext(ActionsContext);
}

export type CorrectTurnProps = {
  meetId: string;
  segments: readonly SegmentView[];
  /** The one that takes the focus. */
  segmentId: string;
  onDone: () => void;
};

/** The segment whose turn is being corrected, and what draws its boxes. */
export type Correcting = { segmentId: string; onDone: () => void; Part: ComponentType<CorrectTurnProps> };

const CorrectingContext = createContext<Correcting | null>(null);

export const CorrectingProvider = CorrectingContext.Provider;

export function useCorrecting(): Correcting | null {
  return useContext(CorrectingContext);
}
