import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";

/** Refused with a reason, or taken: by codec, length in ms (to 60 ms), windows, and what else the row is about. */
export type Answer =
  | string
  | { codec: string; ms: number; windows?: number; language?: string; captions?: boolean; wav?: boolean };
export type Row = [what: string, make: (folder: string) => Uint8Array, answer: Answer, language?: MeetingLanguage];
