/** The brief of a meeting that is still ahead: lines of stored minutes of its series, nothing else. Times are epoch ms. */

/** `startMs`: the moment that proves it, in ms of the recording; null where none can be played. */
export type BriefLine = { text: string; startMs: number | null; unconfirmed: boolean };

export type BriefTask = BriefLine & { meetId: string; taskId: string; deadline: string | null };

export type BriefMeeting = { meetId: string; title: string; startsAt: number };

export type Brief = {
  title: string;
  startsAt: number;
  /** Names, or addresses where the calendar has no names; empty where nobody tells. */
  people: string[];
  /** The meetings of the series before it that have minutes, newest first; empty before the first one. */
  meetings: BriefMeeting[];
  /** `decided`: of fields for decisions. `points`: the main points, where the template of the last meeting asks for no decisions. */
  said: { kind: "decided" | "points"; lines: BriefLine[] };
  /** Open tasks of these meetings, by the name that was said; `who` is null where none was. */
  tasks: { who: string | null; tasks: BriefTask[] }[];
  moreTasks: number;
  questions: BriefLine[];
};
