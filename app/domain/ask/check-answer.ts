import { segmentOf, type Source, type SourceMeeting } from "#app/domain/ask/choose-sources.ts";
import type { AskLine } from "#app/domain/ask/thread.ts";
import { checkLine, plainLine } from "#app/domain/chat/check-line.ts";
import type { AnswerLine } from "#app/domain/chat/exchange.ts";
import { isNothing, saysNothing } from "#app/domain/chat/read-answer.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { type Copies, copiesReader, withoutRecital } from "#app/domain/ask/recited-lines.ts";
import { type AskedQuestion, isPlainlySaid, readAsked, repeatsQuestion } from "#app/domain/ask/plainly-said.ts";
import { CHAT_LINE_READ_CHARS_MAX, CHAT_LINES_MAX } from "#app/domain/limits/minutes.ts";
import type { Checker } from "#app/domain/summary/check/check-text.ts";
import { factReader } from "#app/domain/summary/check/heard-in.ts";
import { type Claim, passagesFor, type Verdict } from "#app/domain/summary/check/judge-lines.ts";
import { readTalk } from "#app/domain/summary/check/talk-index.ts";
import { standsUnjudged } from "#app/domain/summary/check/word-for-word.ts";
import { foldedWords } from "#app/domain/transcript/fold.ts";
import type { Turns } from "#app/domain/turns.ts";

/** A meeting's sources, read for the check: a line is compared with what was said in one meeting, never across two. */
export type CheckedMeeting = { meeting: SourceMeeting; checker: Checker; byId: ReadonlyMap<string, Source> };

/**
 * A line of the answer with ids of sources, and the meetings that it cites. `isPlain`: it needs no judge to be confirmed (plainly-said.ts).
 * `copies`: the sources that it repeats (recited-lines.ts).
 */
export type CheckedLine = {
  line: AnswerLine;
  in: CheckedMeeting;
  cited: readonly CheckedMeeting[];
  isPlain: boolean;
  copies: Copies;
};

export function* readMeetings(meetings: readonly SourceMeeting[], language: MeetingLanguage): Turns<CheckedMeeting[]> {
  const read: CheckedMeeting[] = [];
  for (const meeting of meetings) {
    const talk = yield* readTalk(meeting.sources.map(segmentOf), meeting.language, language);
    const byId = new Map(meeting.sources.map((source) => [source.id, source]));
    read.push({ meeting, checker: { talk, factsAt: factReader(talk) }, byId });
  }
  return read;
}

export type AskReader = {
  /** Takes the next piece of the answer, which may end anywhere, and returns the lines that it ends. */
  read(piece: string): CheckedLine[];
  /** Ends the answer: its last line has no line break. */
  end(): CheckedLine[];
  readonly leftOut: number;
  /** The model has also said that nothing answers the question: then its lines need a judge. */
  readonly isDenied: boolean;
};

/** Reads a model's streamed answer, one sentence per line. A line without a moment is left out, and one that repeats the question is none. */
export function askReader(
  meetings: readonly CheckedMeeting[],
  question: { text: string; language: MeetingLanguage },
): AskReader {
  const asked = readAsked(question.text, question.language, {
    talks: meetings.map(({ checker }) => checker.talk),
    titles: meetings.map(({ meeting }) => meeting.title),
  });
  const copiesIn = copiesReader(meetings.map(({ meeting }) => meeting));
  const seen = new Set<string>();
  let [open, leftOut, kept, isDenied] = ["", 0, 0, false];
  const close = (): CheckedLine[] => {
    const whole = open;
    open = "";
    isDenied ||= saysNothing(whole);
    if (isNothing(whole) || repeatsQuestion(plainLine(whole), asked)) return [];
    const mayStand = kept < CHAT_LINES_MAX && whole.length <= CHAT_LINE_READ_CHARS_MAX;
    const checked = mayStand ? checkAcross(withWholeIds(whole), meetings, asked) : null;
    const key = checked === null ? "" : foldedWords(checked.line.text).join(" ");
    if (checked === null) leftOut += 1;
    if (checked === null || seen.has(key)) return [];
    seen.add(key);
    kept += 1;
    return [{ ...checked, copies: copiesIn(whole) }];
  };
  const add = (text: string) => {
    open = `${open}${text}`.slice(0, CHAT_LINE_READ_CHARS_MAX + 1);
  };
  return {
    get leftOut() {
      return leftOut;
    },
    get isDenied() {
      return isDenied;
    },
    read(piece) {
      const [first = "", ...rest] = piece.split(/\r\n|\n|\r/u);
      add(first);
      return rest.flatMap((next) => {
        const lines = close();
        add(next);
        return lines;
      });
    },
    end: close,
  };
}

const CITED = /\bs\d{1,4}\b/gu;
/** A small model leaves the letter out: "[10]", "[3, 12]". */
const IDS_ONLY = /^[s\d,;\s]+$/u;

function withWholeIds(line: string): string {
  return line.replace(/\[([^\][]{1,200})\]/gu, (cited, inside: string) =>
    IDS_ONLY.test(inside) ? `[${(inside.match(/\d+/gu) ?? []).map((id) => `s${id}`).join(", ")}]` : cited,
  );
}

/** A line belongs to the first meeting that confirms it, of those that it cites or, without citations, of all; else to the first cited one. */
function checkAcross(
  line: string,
  meetings: readonly CheckedMeeting[],
  asked: AskedQuestion,
): Omit<CheckedLine, "copies"> | null {
  const ids = new Set(
    [...line.matchAll(/\[([^\][]{0,200})\]/gu)].flatMap(([, inside = ""]) => inside.match(CITED) ?? []),
  );
  const cited = meetings.filter(({ byId }) => [...ids].some((id) => byId.has(id)));
  let first: ReturnType<typeof checkAcross> = null;
  for (const one of cited.length > 0 ? cited : meetings) {
    const checked = checkLine(line, one.checker);
    if (checked === null) return null;
    const segmentIds = checked.segmentIds.length > 0 ? checked.segmentIds : [...ids].filter((id) => one.byId.has(id));
    if (segmentIds.length === 0) continue;
    const positions = one.meeting.sources.map(({ position }) => position);
    const said = { ...checked, segmentIds };
    const { talk } = one.checker;
    const isPlain = standsUnjudged(talk, said) && isPlainlySaid(said, { talk, positions }, asked);
    const found = { line: said, in: one, cited, isPlain };
    if (!checked.unconfirmed) return found;
    if (cited.length > 0) first ??= found;
  }
  return first;
}

/** Returns the questions to a judge about the lines that the check by code has confirmed; `lines` are those that the claims stand for. */
export function claimsOfLines(lines: readonly CheckedLine[]): { claims: Claim[]; lines: CheckedLine[] } {
  const asked = lines.filter(({ line }) => !line.unconfirmed);
  const claims = asked.map(({ line, in: { checker } }) => ({
    text: line.text,
    segmentIds: passagesFor(line, checker.talk),
  }));
  return { claims, lines: asked };
}

/**
 * Marks the lines that a judge does not confirm, and those that need one and were not judged. A line that it contradicts stays, marked, and
 * sources that were only recited are left out.
 */
export function judgedLines(
  lines: readonly CheckedLine[],
  asked: readonly CheckedLine[],
  verdicts: readonly (Verdict | null)[],
): CheckedLine[] {
  const refused = new Set(
    asked.filter(({ isPlain }, at) => {
      const verdict = verdicts[at] ?? null;
      return verdict === null ? !isPlain : verdict !== "supported";
    }),
  );
  return withoutRecital(
    lines.map((one) => (refused.has(one) ? { ...one, line: { ...one.line, unconfirmed: true } } : one)),
  );
}

/**
 * A line as it is kept. A confirmed line rests on the meetings that it cites. One that is not confirmed may have its content from any meeting
 * that the model has read.
 */
export function keptLine(
  { line, in: { meeting, byId }, cited }: CheckedLine,
  read: readonly CheckedMeeting[],
): AskLine {
  const sources = line.segmentIds.flatMap((id) => byId.get(id) ?? []);
  const restsOn = line.unconfirmed ? read : cited;
  return {
    text: line.text,
    ...(line.unconfirmed ? { unconfirmed: true } : {}),
    meetId: meeting.meetId,
    segmentIds: sources.map(({ segmentId }) => segmentId),
    startMs: sources[0]?.startMs ?? 0,
    restsOn: [...new Set([meeting.meetId, ...restsOn.map((one) => one.meeting.meetId)])],
  };
}
