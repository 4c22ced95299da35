import type { MeetingView } from "#app/contracts/meeting-view.ts";

/** What a PDF holds beside what its view shows. */
export type PdfKind = {
  /** With the transcript as an appendix. */
  transcript: boolean;
  /** Whether moments link to the meeting's page, which only those who may open it can use. */
  linked: boolean;
};

export interface PdfWriter {
  /** 32 hexadecimal digits that differ where the document would. */
  fingerprint(view: MeetingView, kind: PdfKind): Promise<string>;
  /** The PDF of what the view shows, in the language of its summary. Throws where it cannot be set. */
  write(view: MeetingView, kind: PdfKind & { fingerprint: string }): Promise<Uint8Array>;
}
