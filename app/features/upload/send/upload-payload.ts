import type { LanguageChoice } from "#app/domain/meeting-languages.ts";
import type { RecordingKind } from "#app/domain/recording-kind.ts";
import type { TranscriptExtension } from "#app/domain/transcript/given/parse-given-transcript.ts";
import type { FileIdentity } from "#app/features/upload/parts/remembered-parts.ts";

/** The values of a valid form. */
export type UploadValues = {
  meetingName: string;
  /** Epoch ms. */
  meetingDate: number;
  meetLanguage: LanguageChoice;
  templateId: string | null;
};

/** §3: the meeting payload of the request, with Acta's own fields beside it. */
export type UploadPayload = UploadValues & {
  clientEmail?: string;
  clientName: string;
  meetExtUrl: RecordingKind;
  fileSize: number;
  /** Identifies a large file when it is chosen again. */
  parts?: FileIdentity;
  /** Null: there is no transcript, even if one was announced before. */
  transcriptExt: TranscriptExtension | null;
  transcriptSize?: number;
  submissionId: string;
  timeZone: string;
};

export function uploadPayload(input: {
  values: UploadValues;
  user: { name: string; email: string | null };
  kind?: RecordingKind;
  fileSize: number;
  parts?: FileIdentity | null;
  transcript?: { extension: TranscriptExtension; size: number } | null;
  submissionId: string;
  timeZone: string;
}): UploadPayload {
  const { values, user, kind = "mp4", fileSize, parts, transcript, submissionId, timeZone } = input;
  const email = user.email === null ? {} : { clientEmail: user.email };
  const beside = transcript
    ? { transcriptExt: transcript.extension, transcriptSize: transcript.size }
    : { transcriptExt: null };
  const known = parts ? { parts } : {};
  const file = { meetExtUrl: kind, fileSize, ...known };
  return { ...values, ...email, clientName: user.name, ...file, ...beside, submissionId, timeZone };
}
