import type { MeetId } from "#app/domain/ids.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { ASK_NEIGHBOUR_STEPS_MAX, ASK_NEIGHBOURS } from "#app/domain/limits/ask.ts";
import { readingText } from "#app/domain/summary/notes/reading-lines.ts";
import { spoken, spokenLine } from "#app/domain/summary/prompt/messages.ts";
import { estimateTokens } from "#app/domain/summary/prompt/plan-parts.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";

/** A segment that a search found, or a neighbour of one (score 0). `position`: its place in the transcript. */
export type FoundPassage = {
  position: number;
  segmentId: string;
  startMs: number;
  speaker: string | null;
  text: string;
  score: number;
};

export type FoundInMeeting = {
  meetId: MeetId;
  title: string;
  startsAt: number;
  language: MeetingLanguage;
  /** In the order of the transcript. */
  passages: FoundPassage[];
};

/** A segment as a model reads it, with an id of this question; `segmentId` and `position` are its id and place in the meeting. */
export type Source = {
  id: string;
  position: number;
  segmentId: string;
  startMs: number;
  speaker: string | null;
  text: string;
  score: number;
};
export type SourceMeeting = Omit<FoundInMeeting, "passages"> & { sources: Source[] };

/**
 * Returns the sources of an answer within `tokensMax`, in the order of time: the best passages of all meetings, then neighbours of the best of
 * them. A passage that has no room is passed over, as some people talk for minutes without a pause.
 */
export function chooseSources(found: readonly FoundInMeeting[], tokensMax: number): SourceMeeting[] {
  const hits = found
    .flatMap((meeting) => meeting.passages.filter(({ score }) => score > 0).map((passage) => ({ meeting, passage })))
    .map((hit) => ({ ...hit, dense: denseScore(hit.passage) }))
    .toSorted((a, b) => b.dense - a.dense || b.meeting.startsAt - a.meeting.startsAt);
  const chosen = new Map<FoundInMeeting, Set<FoundPassage>>();
  let left = tokensMax;
  const take = (meeting: FoundInMeeting, passage: FoundPassage | undefined): boolean => {
    const taken = chosen.get(meeting);
    if (!passage || taken?.has(passage)) return true;
    const weight = weightOf(passage) + (taken ? 0 : estimateTokens(headOf(meeting)));
    if (weight > left) return false;
    left -= weight;
    if (taken) taken.add(passage);
    else chosen.set(meeting, new Set([passage]));
    return true;
  };
  const forNeighbours = Math.floor(tokensMax * NEIGHBOURS_SHARE);
  left -= forNeighbours;
  const taken = hits.filter(({ meeting, passage }) => take(meeting, passage));
  left += forNeighbours;
  for (const { meeting, passage } of taken) {
    const place = meeting.passages.indexOf(passage);
    const at = (step: number) => neighbourOf(passage, meeting.passages[place + step]);
    for (let step = 1; step <= ASK_NEIGHBOURS; step += 1) {
      take(meeting, at(step));
      take(meeting, at(-step));
    }
  }
  return numbered([...chosen].toSorted(([a], [b]) => a.startsAt - b.startsAt));
}

/**
 * A long segment has more of a question's words by chance, and takes the room of many short ones. As in BM25, with b = 0.1 and 25 words as the
 * usual length; the shortest segments are mostly cut off in the middle.
 */
const LENGTH = { share: 0.1, words: 25, wordsMin: 8 };

/** The score of a passage for its length, by which sources are chosen. */
export function denseScore({ score, text }: Pick<FoundPassage, "score" | "text">): number {
  const words = Math.max(text.split(/\s+/u).length, LENGTH.wordsMin);
  return score / (1 - LENGTH.share + (LENGTH.share * words) / LENGTH.words);
}

/** Another passage of the list may be of another moment. */
function neighbourOf({ position }: FoundPassage, other: FoundPassage | undefined): FoundPassage | undefined {
  return other && Math.abs(other.position - position) <= ASK_NEIGHBOUR_STEPS_MAX ? other : undefined;
}

/** Of the tokens, the part that only neighbours may have: with each passage's own at once, long ones left no room for other passages. */
const NEIGHBOURS_SHARE = 0.25;

/** Ids of the longest form, so that a source weighs no more once it has its own. */
const LONGEST_ID = "s9999";

function weightOf(passage: FoundPassage): number {
  return estimateTokens(`…\n${sourceLine({ ...passage, id: LONGEST_ID })}\n`);
}

function numbered(chosen: readonly (readonly [FoundInMeeting, ReadonlySet<FoundPassage>])[]): SourceMeeting[] {
  let count = 0;
  return chosen.map(([{ passages, ...meeting }, taken]) => ({
    ...meeting,
    sources: passages
      .filter((passage) => taken.has(passage))
      .map(({ position, segmentId, startMs, speaker, text, score }) => ({
        id: `s${(count += 1)}`,
        position,
        segmentId,
        startMs,
        speaker,
        text,
        score,
      })),
  }));
}

/** The line above the sources of a meeting. */
export function headOf({ title, startsAt }: Pick<FoundInMeeting, "title" | "startsAt">): string {
  return `# ${new Date(startsAt).toISOString().slice(0, 10)} ${spoken(title, TITLE_CHARS_MAX)}\n`;
}
const TITLE_CHARS_MAX = 200;

/** A source as a model reads it, without its time: asked for ids, small models cited times. */
export function sourceLine({ id, speaker, text }: Pick<Source, "id" | "speaker" | "text">): string {
  return `[${id}] ${spokenSource({ speaker, text })}`;
}

/** The same without its id. */
export function spokenSource({ speaker, text }: Pick<Source, "speaker" | "text">): string {
  return spokenLine({ speaker, text: readingText(text) });
}

/** A source as the check of the minutes reads it. */
export function segmentOf({
  id,
  startMs,
  speaker,
  text,
}: Pick<Source, "id" | "startMs" | "speaker" | "text">): Segment {
  return { id, startMs, endMs: startMs, speaker, text };
}
