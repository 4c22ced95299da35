import type { Answer, AnswerLine } from "#app/domain/chat/exchange.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";

/** Names the speaker of each quotation that one known person said. */
export function withSpeakers(lines: readonly AnswerLine[], segments: readonly Segment[]): AnswerLine[] {
  const speakers = speakersById(segments);
  return lines.map((line) => {
    const speaker = speakerOf(line, speakers);
    return speaker === null ? line : { ...line, speaker };
  });
}

/**
 * Returns a stored answer with the speakers' present names. A person may name the speakers of a meeting after the question was
 * asked; an answer keeps the segments, and they know who speaks. Two labels that became one person are one line.
 */
export function withPresentSpeakers(answer: Answer, segments: readonly Segment[]): Answer {
  const speakers = speakersById(segments);
  const lines: AnswerLine[] = [];
  for (const line of answer.lines) {
    const speaker = speakerOf(line, speakers);
    if (speaker === null) lines.push(line);
    else if (line.spokenMs !== undefined) addSpoken(lines, { ...line, text: speaker }, line.spokenMs);
    else lines.push(line.speaker === undefined ? line : { ...line, speaker });
  }
  return { ...answer, lines };
}

/** Tells whether a line shows the name of a speaker. */
export function isSpeakersLine({ speaker, spokenMs }: AnswerLine): boolean {
  return speaker !== undefined || spokenMs !== undefined;
}

function addSpoken(lines: AnswerLine[], line: AnswerLine, spokenMs: number): void {
  const same = lines.find(({ text, spokenMs }) => spokenMs !== undefined && text === line.text);
  if (same) same.spokenMs = (same.spokenMs ?? 0) + spokenMs;
  else lines.push(line);
}

function speakersById(segments: readonly Segment[]): ReadonlyMap<string, string | null> {
  return new Map(segments.map(({ id, speaker }) => [id, speaker]));
}

/** The one speaker of all segments of a line; null when there are several, or when it is not known. */
function speakerOf({ segmentIds }: AnswerLine, speakers: ReadonlyMap<string, string | null>): string | null {
  const said = new Set(segmentIds.map((id) => speakers.get(id) ?? null));
  const [speaker = null] = said;
  return said.size === 1 ? speaker : null;
}
