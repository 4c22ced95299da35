import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";

/** Options of a PDF in addition to its view. */
export type PdfKind = {
  /** With the transcript as an appendix. */
  transcript: boolean;
  /** Whether moments link to the meeting's page; only people with access to the page can use the links. */
  linked: boolean;
};

export interface PdfWriter {
  /** 32 hexadecimal digits that differ when the document would differ. */
  fingerprint(view: MeetingView, kind: PdfKind): Promise<string>;
  /** The PDF of the view, in the language of its summary. Throws when the document cannot be typeset. */
  write(view: MeetingView, kind: PdfKind & { fingerprint: string }): Promise<Uint8Array>;
}
