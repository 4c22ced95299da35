import { useRevalidator } from "@remix-run/react";
import { type FormEvent, useCallback, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import type { CallFailure } from "#app/contracts/call-result.ts";
import { giveTranscript } from "#app/contracts/endpoints/meetings.ts";
import type { MeetingHead } from "#app/contracts/meeting/meeting-view.ts";
import { TRANSCRIPT_BYTES_MAX } from "#app/domain/limits/media.ts";
import { TRANSCRIPT_REFUSALS } from "#app/domain/meeting/status.ts";
import { parseTranscriptExtension, TRANSCRIPT_ACCEPT } from "#app/domain/transcript/given/parse-given-transcript.ts";
import { nameCue } from "#app/i18n/name-cue.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Field } from "#app/ui/field.tsx";
import { useToast } from "#app/ui/toast.tsx";
import { filesOf, useDropAnywhere } from "#app/ui/use-drop-anywhere.ts";

export type GiveDialogProps = {
  head: MeetingHead;
  /** Whether the transcript takes the place of another one. */
  isReplacing: boolean;
  onClose: () => void;
};

type Problem = Pick<CallFailure, "kind" | "reason" | "message" | "cue">;
type State = { name: "choosing" } | { name: "missing" } | { name: "sending" } | ({ name: "failed" } & Problem);

const FORM_ID = "give-transcript";

/** Takes the transcript of a meeting that has ended. States first what is replaced by it, and what is kept. */
export function GiveDialog({ head, isReplacing, onClose }: GiveDialogProps) {
  const { t } = useTranslation("upload");
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const [state, setState] = useState<State>({ name: "choosing" });
  const problem = useProblemText(state);
  const { input, isOver } = useDropInput(setState);
  const isSending = state.name === "sending";
  const action = t(isReplacing ? "given.replace" : "given.add");
  const send = async () => {
    const file = input.current?.files?.[0];
    if (!file) {
      setState({ name: "missing" });
      return input.current?.focus();
    }
    setState({ name: "sending" });
    const refused = await sendFile(head.meetId, file);
    if (refused !== null) return setState({ name: "failed", ...refused });
    toast("done", t("given.taken"));
    onClose();
    // The socket says the same, and sooner; this is for a page whose socket is down.
    revalidate();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSending) void send();
  };
  return (
    <Dialog
      open
      small
      title={action}
      onClose={onClose}
      closable={!isSending}
      footer={<Foot action={action} isSending={isSending} onClose={onClose} />}
    >
      <form className="body" id={FORM_ID} onSubmit={onSubmit} noValidate>
        <p>{t(isReplacing ? "given.replaces" : "given.adds")}</p>
        {isReplacing && <p>{t("given.keeps")}</p>}
        <Field label={t("given.file")} error={problem}>
          {(wiring) => (
            <div className={isOver ? "drop border-ink border-solid bg-paper-sunk" : "drop"}>
              <input
                {...wiring}
                ref={input}
                className="input"
                type="file"
                accept={TRANSCRIPT_ACCEPT}
                disabled={isSending}
                onChange={() => setState({ name: "choosing" })}
              />
              <p className="note muted">{t("given.orDrop")}</p>
            </div>
          )}
        </Field>
        {head.takesTranscript === "again" && (
          <p className="note">
            <a href={`/api/acta/meetings/${head.meetId}/transcript/replaced`} download>
              {t("given.download")}
            </a>
          </p>
        )}
      </form>
    </Dialog>
  );
}

/** The input stays the control: a file that is dropped is chosen in it. */
function useDropInput(setState: (state: State) => void) {
  const input = useRef<HTMLInputElement>(null);
  const take = useCallback(
    ([first]: readonly File[]) => {
      if (!first || !input.current || input.current.disabled) return;
      const chosen = new DataTransfer();
      chosen.items.add(first);
      input.current.files = chosen.files;
      setState({ name: "choosing" });
    },
    [setState],
  );
  return { input, isOver: useDropAnywhere(take, filesOf) };
}

function Foot({ action, isSending, onClose }: { action: string; isSending: boolean; onClose: () => void }) {
  const { t } = useTranslation(["upload", "common"]);
  return (
    <>
      {!isSending && (
        <Button kind="quiet" large onClick={onClose}>
          {t("common:action.cancel")}
        </Button>
      )}
      <Button kind="primary" large type="submit" form={FORM_ID} busy={isSending}>
        {isSending ? t("given.pending") : action}
      </Button>
    </>
  );
}

/** Null when the server has taken the file. */
async function sendFile(meetId: string, file: File): Promise<Problem | null> {
  const refuse = (reason: string): Problem => ({ kind: "refused", reason, message: null, cue: null });
  const extension = /\.[A-Za-z0-9]+$/.exec(file.name)?.[0] ?? "";
  if (parseTranscriptExtension(extension) === null) return refuse("transcript-wrong-type");
  if (file.size > TRANSCRIPT_BYTES_MAX) return refuse("transcript-too-large");
  // A file that was removed after it was chosen can be neither read nor sent.
  const base64 = await base64Of(file).catch(() => null);
  if (base64 === null) return refuse("transcript-unreadable");
  const sent = await callApi(giveTranscript, { params: { meetId }, body: { file: base64 }, unread: true });
  return sent.ok ? null : sent;
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      // readAsDataURL answers with a text.
      const address = typeof reader.result === "string" ? reader.result : "";
      resolve(address.replace(/^data:[^,]*,/, ""));
    });
    reader.addEventListener("error", () => reject(reader.error));
    reader.readAsDataURL(file);
  });
}

/** Null when there is nothing to say. */
function useProblemText(state: State): string | null {
  const { t, i18n } = useTranslation("upload");
  if (state.name === "missing") return t("given.missing");
  if (state.name !== "failed") return null;
  const refusal = TRANSCRIPT_REFUSALS.find((one) => one === state.reason);
  if (refusal) {
    const size = new Intl.NumberFormat(i18n.language, { style: "unit", unit: "megabyte", maximumFractionDigits: 1 });
    const transcriptLimit = size.format(TRANSCRIPT_BYTES_MAX / 1_000_000);
    return t(`refusal.${refusal}`, { transcriptLimit, ...nameCue(state.cue ?? undefined, i18n.language) });
  }
  if (state.kind === "signed-out") return t("error.signedOut");
  return state.message ?? t("given.failed");
}
