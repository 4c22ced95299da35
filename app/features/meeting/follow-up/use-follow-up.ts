import { useRef, useState } from "react";
import type { CallResult } from "#app/contracts/call-result.ts";
import { callApi } from "#app/contracts/call-api.ts";
import { draftFollowUp, sendFollowUp } from "#app/contracts/endpoints/follow-ups.ts";
import { createShare } from "#app/contracts/endpoints/shares.ts";
import type { FollowUpDraft } from "#app/contracts/follow-up.ts";
import { randomId } from "#app/domain/ids.ts";
import type { Locale } from "#app/domain/languages.ts";
import { FOLLOW_UP_PEOPLE_MAX } from "#app/domain/limits/mail.ts";
import { mailtoOf } from "#app/domain/mail/follow-up-text.ts";
import { parseMailAddress } from "#app/domain/mail/mail-settings.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";

/** `to` as it is typed: addresses with commas or lines between them. */
export type FollowUpForm = { to: string; subject: string; text: string; withLink: boolean };
type Errors = Partial<Record<"to" | "subject" | "text" | "form", string>>;

export function readDraft(meetId: string, language?: Locale): Promise<CallResult<FollowUpDraft>> {
  return callApi(draftFollowUp, { params: { meetId }, ...(language !== undefined && { query: { language } }) });
}

export function addressesOf(typed: string): string[] {
  return [...new Set(typed.split(/[\s,;]+/u).filter((part) => part !== ""))];
}

type Props = { meetId: string; first: CallResult<FollowUpDraft>; onSent: () => void };

/** The acts of a person on a follow-up: they have it written again in another language, send it, or take it to their own mail program. */
export function useFollowUp({ meetId, first, onSent }: Props) {
  const { t } = useTranslation("connections");
  // A press whose answer was lost is repeated with its key: nobody gets the e-mail twice. Other words are another e-mail.
  const pressed = useRef({ words: "", key: "" });
  const [draft, setDraft] = useState(first.ok ? first.value : null);
  const [form, setForm] = useState<FollowUpForm>(() => formOf(draft));
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Errors>(first.ok ? {} : { form: first.message ?? t("followUp.error.load") });
  const isChanged = draft !== null && (form.subject !== draft.subject || form.text !== draft.text);
  const addresses = addressesOf(form.to);

  /** The words of a person stay, until they want it written again. */
  const write = async (language: Locale | undefined, replaces: boolean) => {
    setBusy(true);
    const answer = await readDraft(meetId, language);
    setBusy(false);
    if (!answer.ok) return setErrors({ form: answer.message ?? t("followUp.error.load") });
    setErrors({});
    setDraft(answer.value);
    const { subject, text } = answer.value;
    if (draft === null) setForm(formOf(answer.value));
    else if (replaces) setForm((before) => ({ ...before, subject, text }));
  };

  const find = (needsAddress: boolean): Errors => {
    const bad = addresses.find((address) => parseMailAddress(address) === null);
    return {
      ...(bad !== undefined && { to: t("followUp.invalid.address", { address: bad }) }),
      ...(needsAddress && addresses.length === 0 && { to: t("followUp.invalid.to") }),
      ...(addresses.length > FOLLOW_UP_PEOPLE_MAX && {
        to: t("followUp.invalid.many", { max: FOLLOW_UP_PEOPLE_MAX }),
      }),
      ...(form.subject.trim() === "" && { subject: t("followUp.invalid.subject") }),
      ...(form.text.trim() === "" && { text: t("followUp.invalid.text") }),
    };
  };

  /** The fault of the addresses, in words. */
  const problem = () => find(true).to ?? null;

  const send = async () => {
    const found = find(true);
    setErrors(found);
    if (draft === null || Object.keys(found).length > 0) return;
    setBusy(true);
    const { subject, text, withLink } = form;
    const mail = { to: addresses, subject, text, withLink, language: draft.language };
    const words = JSON.stringify(mail);
    if (pressed.current.words !== words) pressed.current = { words, key: randomId() };
    const body = { key: pressed.current.key, ...mail };
    const result = await callApi(sendFollowUp, { params: { meetId }, body, unread: true });
    setBusy(false);
    if (result.ok) onSent();
    else setErrors({ form: result.message ?? t("followUp.error.send") });
  };

  /** Opens the person's own mail program. What the program cannot take is copied, so that it can be pasted there. */
  const openProgram = async (): Promise<"whole" | "copied" | "copiedPeople" | "cut" | null> => {
    const found = find(false);
    setErrors(found);
    if (Object.keys(found).length > 0) return null;
    const url = form.withLink ? await linkOf(meetId) : null;
    const text = url === null ? form.text : `${form.text}\n\n${url}`;
    const mail = mailtoOf({ to: addresses, subject: form.subject, text });
    const isCopied =
      mail.cut !== null && (await copied(mail.cut === "people" ? `${addresses.join(", ")}\n\n${text}` : text));
    window.location.assign(mail.url);
    if (mail.cut === null) return "whole";
    if (!isCopied) return "cut";
    return mail.cut === "people" ? "copiedPeople" : "copied";
  };

  return { draft, form, errors, isBusy, isChanged, addresses, setForm, write, send, openProgram, problem };
}

function formOf(draft: FollowUpDraft | null): FollowUpForm {
  return {
    to: draft?.people.join(", ") ?? "",
    subject: draft?.subject ?? "",
    text: draft?.text ?? "",
    withLink: false,
  };
}

async function linkOf(meetId: string): Promise<string | null> {
  const shared = await callApi(createShare, { params: { meetId } });
  return shared.ok ? (shared.value.link?.url ?? null) : null;
}

async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
