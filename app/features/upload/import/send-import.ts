import { callApi } from "#app/contracts/call-api.ts";
import type { CallResult } from "#app/contracts/call-result.ts";
import { importTranscript } from "#app/contracts/endpoints/imports.ts";
import { deleteMeeting } from "#app/contracts/endpoints/meetings.ts";
import { base64Of } from "#app/domain/base64.ts";
import type { LanguageChoice } from "#app/domain/meeting-languages.ts";
import { SECOND_MS } from "#app/domain/limits/units.ts";
import type { ImportRow } from "#app/features/upload/import/import-rows.ts";

type Sending = { language: LanguageChoice; templateId: string | null; timeZone: string; signal: AbortSignal };
/** The row after it was sent. `isLast`: the others would fail in the same way. */
type Sent = {
  row:
    | { state: "made"; meetId: string }
    | { state: "known"; meeting: { meetId: string; title: string } }
    | { state: "failed"; failure: string | null };
  isLast: boolean;
};

/** Imports the file of a row. Never rejects. */
export async function sendImport(
  row: Pick<ImportRow, "file" | "title" | "at">,
  { language, templateId, timeZone, signal }: Sending,
): Promise<Sent> {
  const content = await row.file.content().catch(() => null);
  if (content === null) return failedWith(null);
  const body = {
    meetingName: row.title,
    meetingDate: row.at ?? 0,
    meetLanguage: language,
    templateId,
    timeZone,
    file: base64Of(new Uint8Array(content)),
  };
  const end = await whenAllowed(() => callApi(importTranscript, { body }), signal);
  if (!end.ok) return { ...failedWith(end.message), isLast: end.kind === "signed-out" || end.code === LAST_CODE };
  const { meetId, isNew } = end.value;
  if (isNew) return { row: { state: "made", meetId }, isLast: false };
  return { row: { state: "known", meeting: { meetId, title: row.title } }, isLast: false };
}

const LAST_CODE = "too-many-imports";
const failedWith = (failure: string | null): Sent => ({ row: { state: "failed", failure }, isLast: false });

/** Whether the meeting is gone. */
export async function removeImported(meetId: string): Promise<boolean> {
  const end = await whenAllowed(() => callApi(deleteMeeting, { params: { meetId }, unread: true }), null);
  return end.ok || end.status === 404;
}

/** The rate limit is of a minute, and an import may have more files than that. */
const ROUNDS_MAX = 3;

async function whenAllowed<Value>(
  call: () => Promise<CallResult<Value>>,
  signal: AbortSignal | null,
): Promise<CallResult<Value>> {
  for (let round = 1; ; round += 1) {
    const end = await call();
    if (end.ok || end.retryAfterS === null || round === ROUNDS_MAX || signal?.aborted) return end;
    await waitMs(end.retryAfterS * SECOND_MS, signal);
  }
}

/** Until the time is over, or nobody waits any more. */
function waitMs(ms: number, signal: AbortSignal | null): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end);
  });
}
