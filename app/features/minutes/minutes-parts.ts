import { type ComponentType, createContext, type ReactNode, useContext } from "react";
import { invariant } from "#app/domain/invariant.ts";
import type { SummaryItem, TaskItem } from "#app/domain/summary/summary.ts";

/**
 * The parts of the minutes in which the meeting page and the shared page differ: the first plays, marks and ticks, the second is
 * rendered once and has links. Both give theirs to the same views of fields.
 */
export type MinutesParts = {
  /** The words of a line. Quotations have their own (quoted-sections.tsx). */
  Words: ComponentType<{ item: SummaryItem }>;
  /** The moments of a line, or that a person wrote it; nothing for a line that is not confirmed. */
  Marks: ComponentType<Marked>;
  /** A sentence of running text with its moments. */
  Sentence: ComponentType<{ item: SummaryItem }>;
  /** A line of a list with its moments in the gutter. */
  Line: ComponentType<{ item: SummaryItem; children: ReactNode }>;
  /** A keyword or tag that leads to its first moment. `children` receives how often it stands in the transcript. */
  WordLink: ComponentType<{ segmentIds: string[]; children: (count: number) => ReactNode }>;
  /** A cell of a row. `label`: its column's name, for narrow screens. */
  Cell: ComponentType<{ segmentIds: string[]; label: string | undefined; children: ReactNode }>;
  /** Title and description of a task, and whether it is done. `children`: the title as it is shown. */
  TaskWords: ComponentType<{ task: TaskItem; children: ReactNode }>;
  /** The name before a quotation. `label`: the name with its punctuation. */
  SpeakerName: ComponentType<{ name: string; label: string }>;
  /** A time of the recording, in ms, that can be played. */
  At: ComponentType<{ ms: number }>;
  /** The initial of a speaker; nothing for anybody else. */
  PersonAvatar: ComponentType<{ name: string }>;
  /** A day that a person chose: "2026-11-25". */
  Day: ComponentType<{ day: string }>;
  NotSaid: ComponentType;
  /** On a line that rests on words which were corrected since. */
  OutdatedMark: ComponentType<{ outdated: true | undefined }>;
  /** On a line that the check did not find in the recording: the mark, and the nearest moment. */
  UnconfirmedMark: ComponentType<{ line: Marked }>;
};

/** The part of a line that says where it comes from. */
export type Marked = { segmentIds: string[]; manual?: true | undefined; unconfirmed?: true | undefined };

const Parts = createContext<MinutesParts | null>(null);

export const MinutesPartsProvider = Parts.Provider;

export function useMinutesParts(): MinutesParts {
  const parts = useContext(Parts);
  invariant(parts, "a field of the minutes stands outside of a page");
  return parts;
}
