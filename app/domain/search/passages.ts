import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { type FieldLine, lineText, linesOf, type Summary } from "#app/domain/summary/summary.ts";
import { momentsOf, placeSegments } from "#app/domain/transcript/moments.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";

/** A meeting as the search across meetings reads it: what can be found of it, piece by piece. */
export type PassageKind = "title" | "person" | "minutes" | "task" | "transcript";

export type Passage = {
  kind: PassageKind;
  text: string;
  /** The moment that it opens, in ms of the recording; null where there is none. */
  startMs: number | null;
  /** The segment at that moment; null where there is none. */
  segmentId: string | null;
  /** For the transcript: who said it. */
  speaker: string | null;
  /** The check did not find this line of the minutes in the recording. */
  unconfirmed?: true | undefined;
};

export type SearchableMeeting = {
  meetId: string;
  workspaceId: string;
  createdBy: string;
  /** Number of the last change that is in here. */
  sequence: number;
  title: string;
  startsAt: number;
  durationMs: number | null;
  language: MeetingLanguage;
  source: string;
  platform: string | null;
  /** Names; labels such as "Speaker 2" are not among them. */
  people: string[];
  passages: Passage[];
};

/** The sources of meetings that search finds. Any other, such as the sample meeting, is in no index. */
const SEARCHED_SOURCES: ReadonlySet<string> = new Set(["upload", "invite", "calendar", "here"]);

export function isSearched({ source }: { source: string }): boolean {
  return SEARCHED_SOURCES.has(source);
}

/** In the order in which results show them: title, people, minutes with tasks, transcript. */
export function passagesOf(meeting: {
  title: string;
  people: readonly string[];
  summary: Pick<Summary, "fields"> | null;
  segments: readonly Segment[];
}): Passage[] {
  const places = placeSegments(meeting.segments);
  const momentOf = (line: FieldLine) => {
    const [first] = momentsOf(line.segmentIds, places);
    return { startMs: first?.startMs ?? null, segmentId: first?.segmentIds[0] ?? null };
  };
  const unplaced = { startMs: null, segmentId: null, speaker: null };
  const minutes = (meeting.summary?.fields ?? []).flatMap(({ content }) =>
    linesOf(content).map(
      (line): Passage => ({
        kind: content.type === "tasks" ? "task" : "minutes",
        text: wordsOf(line),
        ...momentOf(line),
        speaker: null,
        ...(line.unconfirmed ? { unconfirmed: true } : {}),
      }),
    ),
  );
  return [
    { kind: "title", text: meeting.title, ...unplaced },
    ...meeting.people.map((text): Passage => ({ kind: "person", text, ...unplaced })),
    ...minutes,
    ...meeting.segments.map(
      ({ id, text, startMs, speaker }): Passage => ({ kind: "transcript", text, startMs, segmentId: id, speaker }),
    ),
  ];
}

/** All words of a line: a task also has an owner, a description and a deadline, and a title a subtitle. */
function wordsOf(line: FieldLine): string {
  const more = [
    "description" in line ? line.description : null,
    "assigned" in line ? line.assigned : null,
    "deadline" in line ? line.deadline : null,
    "subtitle" in line ? line.subtitle : null,
  ];
  return [lineText(line, " · "), ...more].filter((part) => part !== null && part !== "").join(" · ");
}
