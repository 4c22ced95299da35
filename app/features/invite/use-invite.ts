import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import type { CallFailure } from "#app/contracts/call-result.ts";
import { changeCall, inviteMeeting } from "#app/contracts/endpoints/calls.ts";
import { randomId } from "#app/domain/ids.ts";
import { CALL_AT_ONCE_MS } from "#app/domain/limits/calls.ts";
import { INVITE_CLOSE_DELAY_MS } from "#app/domain/limits/screens.ts";
import type { InviteValues } from "#app/features/invite/invite-schema.ts";
import { useToast } from "#app/ui/toast.tsx";
import { useIsShown } from "#app/ui/use-is-shown.ts";

export type InviteState =
  | { name: "form"; failure: InviteFailure | null }
  /** `isNow`: within two minutes, or past (§4). Since when each of its steps runs, epoch ms. */
  | { name: "sending" | "created"; values: InviteValues; isNow: boolean; sentAt: number; createdAt: number | null }
  | { name: "limit-reached" };

/** §4: whether the spinner says 'connecting now' rather than 'synchronizing'. */
export function connectsNow(startsAt: number, now: number): boolean {
  return startsAt - now <= CALL_AT_ONCE_MS;
}

type Input = {
  user: { name: string; email: string | null };
  timeZone: string;
  meetId: string | null;
  onClose: () => void;
};

/** §4, the invite flow: submit, wait 7 s after success, close with 'created successfully'; a failure keeps everything. */
export function useInvite(input: Input) {
  const { t } = useTranslation(["invite", "common"]);
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const [state, setState] = useState<InviteState>({ name: "form", failure: null });
  const submission = useRef<{ id: string; content: string } | null>(null);
  const isRunning = useRef(false);
  const isOpen = useIsShown();
  const isTold = useRef(false);

  /** It is created: said once, by the clock or by whoever closes the dialog before. */
  const close = () => {
    if (state.name === "created") {
      // Closed by hand, the dialog still stands while the page behind it is asked for; the clock may come meanwhile.
      if (isTold.current) return;
      isTold.current = true;
      toast("done", t("created"));
    }
    input.onClose();
  };
  const latestClose = useRef(close);
  useEffect(() => {
    latestClose.current = close;
  });
  const isCreated = state.name === "created";
  useEffect(() => {
    if (!isCreated) return;
    const timer = setTimeout(() => latestClose.current(), INVITE_CLOSE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [isCreated]);

  const submit = async (values: InviteValues) => {
    if (isRunning.current) return;
    isRunning.current = true;
    const content = JSON.stringify(values);
    // The same submit again, after a failure, makes no second meeting.
    if (submission.current?.content !== content) submission.current = { id: randomId(), content };
    const sentAt = Date.now();
    const isNow = connectsNow(values.meetingDate, sentAt);
    setState({ name: "sending", values, isNow, sentAt, createdAt: null });
    const end = await sendInvite(
      invitePayload({ values, user: input.user, timeZone: input.timeZone, submissionId: submission.current.id }),
      input.meetId,
    );
    isRunning.current = false;
    if (end.ok) {
      submission.current = null;
      revalidate();
      if (input.meetId !== null) {
        toast("done", t("change.done"));
        // Closed by hand, the dialog would lead back to the page that it stood on.
        if (isOpen.current) input.onClose();
        return;
      }
      if (!isOpen.current) return toast("done", t("created"));
      isTold.current = false;
      return setState({ name: "created", values, isNow, sentAt, createdAt: Date.now() });
    }
    if (end.failure === "limit-reached") {
      // Closed by hand, the dialog cannot say it.
      if (!isOpen.current) toast("error", t("common:error.limitReached"));
      return setState({ name: "limit-reached" });
    }
    // Inline and as a notification, as §8 says; without the dialog the notification is all there is.
    toast("error", t("common:error.connection"));
    setState({ name: "form", failure: end.failure });
  };
  return { state, submit: (values: InviteValues) => void submit(values), close };
}

/** §3: the meeting payload of an invite: the date as ISO text, the link in `meetExtUrl`. */
function invitePayload(input: {
  values: InviteValues;
  user: { name: string; email: string | null };
  submissionId: string;
  timeZone: string;
}) {
  const { values, user, submissionId, timeZone } = input;
  return {
    ...values,
    meetingDate: new Date(values.meetingDate).toISOString(),
    ...(user.email === null ? {} : { clientEmail: user.email }),
    clientName: user.name,
    submissionId,
    timeZone,
  };
}

type InviteFailure = "connection" | "too-late" | "signed-out" | "link" | "too-many-requests";
type InviteEnd = { ok: true } | { ok: false; failure: InviteFailure | "limit-reached" };

/** §7: one call; its answer's body is not read. Never rejects: whatever goes wrong is §8's connection error. */
async function sendInvite(
  payload: ReturnType<typeof invitePayload>,
  /** The planned meeting that is changed; null makes a new one. */
  meetId: string | null,
): Promise<InviteEnd> {
  // Closing the dialog, or the page, does not take the invitation back.
  const options = { body: payload, keepalive: true, unread: true } as const;
  const end = await (meetId === null
    ? callApi(inviteMeeting, options)
    : callApi(changeCall, { ...options, params: { meetId } }));
  return end.ok ? end : { ok: false, failure: failureOf(end) };
}

function failureOf({ kind, code }: CallFailure): InviteFailure | "limit-reached" {
  if (kind === "signed-out" || kind === "too-many-requests") return kind;
  if (code === "limit-reached" || code === "too-late") return code;
  return code === "invalid-link" ? "link" : "connection";
}
