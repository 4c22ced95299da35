import { useRevalidator } from "@remix-run/react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { PROFILE_FIELDS, type ProfileError, type ProfileField } from "#app/contracts/profile-form.ts";
import { lazy } from "#app/i18n/lazy.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useToast } from "#app/ui/toast.tsx";

const sender = lazy(async () => (await import("#app/features/profile/send-profile.ts")).sendProfile);

/** Own choice: a field that is still being typed in is saved after this pause. */
const PAUSE_MS = 1500;
/** Own choice: what could not be sent is tried again after this time. */
const RETRY_MS = 5000;

type Values = Partial<Record<ProfileField, string>>;
type Errors = Partial<Record<ProfileField, ProfileError>>;

/**
 * Saves the fields of the personal information when one is left or typing pauses, and offers the way back. A field that is not right says so
 * when it is left; the others are saved. Without a network the fields keep what was typed, and it is sent when the network is back.
 */
export function useProfileSave(stored: Values): {
  form: RefObject<HTMLFormElement>;
  errors: Errors;
  onChange: () => void;
  save: () => void;
} {
  const { t } = useTranslation(["settings", "profile", "common"]);
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const form = useRef<HTMLFormElement>(null);
  /** The values that the server has; and those that it has or has refused, as they stand in the fields. */
  const had = useRef<Values>(stored);
  const kept = useRef<Values>({ ...stored });
  const [errors, setErrors] = useState<Errors>({});
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const latest = useRef<() => void>(() => undefined);
  /** It was said that something could not be sent; it is said once. */
  const isUnsent = useRef(false);
  const send = async (isUndo: boolean) => {
    clearTimeout(timer.current);
    timer.current = undefined;
    const changes = changesIn(form.current, kept.current);
    if (Object.keys(changes).length === 0) return;
    const before = { ...kept.current };
    Object.assign(kept.current, changes);
    // Without a wait where the code is there: a page that is left sends at once.
    const call = sender.loaded() ?? (await sender.load().catch(() => null));
    const end = call && (await call(changes));
    if (!end?.ok) {
      // It is sent again: with the next change, when the network is back, or after a while.
      for (const field of namesIn(changes))
        if (kept.current[field] === changes[field]) kept.current[field] = before[field] ?? "";
      if (end?.kind === "signed-out") return;
      if (!isUnsent.current) toast("error", end?.message ?? t("profile:unsent"));
      isUnsent.current = true;
      timer.current = setTimeout(() => latest.current(), RETRY_MS);
      return;
    }
    isUnsent.current = false;
    const refused = end.value.errors;
    setErrors((known) => ({ ...without(known, namesIn(changes)), ...refused }));
    const saved = namesIn(changes).filter((field) => refused[field] === undefined);
    for (const field of saved) show(form.current, kept.current, field, changes[field], end.value.profile[field]);
    if (saved.length === 0) return;
    const former = only(had.current, saved);
    had.current = { ...had.current, ...only(kept.current, saved) };
    const undo = { label: t("undo"), run: () => putBack(former) };
    toast("done", t(isUndo ? "undone" : "saved.personal"), isUndo ? undefined : undo);
    revalidate();
  };
  const putBack = (values: Values) => {
    for (const field of namesIn(values)) {
      const input = inputOf(form.current, field);
      if (input) input.value = values[field] ?? "";
    }
    void send(true);
  };
  useEffect(() => {
    latest.current = () => void send(false);
  });
  useSaveTimes(form, latest);
  const save = () => latest.current();
  return { form, errors, save, onChange: () => waitForPause(timer, save) };
}

type Timer = { current: ReturnType<typeof setTimeout> | undefined };

function waitForPause(timer: Timer, save: () => void): void {
  sender.fetchAhead();
  clearTimeout(timer.current);
  timer.current = setTimeout(save, PAUSE_MS);
}

/** Saves when a field is left, when the network is back and when the page is left. */
function useSaveTimes(form: RefObject<HTMLFormElement>, latest: RefObject<() => void>): void {
  useEffect(() => {
    const { current } = form;
    const run = () => latest.current?.();
    current?.addEventListener("focusout", run);
    window.addEventListener("online", run);
    window.addEventListener("pagehide", run);
    return () => {
      current?.removeEventListener("focusout", run);
      window.removeEventListener("online", run);
      window.removeEventListener("pagehide", run);
    };
  }, [form, latest]);
}

type Input = HTMLInputElement | HTMLSelectElement;

function inputOf(form: HTMLFormElement | null, field: ProfileField): Input | null {
  const found = form?.elements.namedItem(field);
  return found instanceof HTMLInputElement || found instanceof HTMLSelectElement ? found : null;
}

function changesIn(form: HTMLFormElement | null, kept: Values): Values {
  const changed = PROFILE_FIELDS.flatMap((field) => {
    const value = inputOf(form, field)?.value;
    return value === undefined || value === kept[field] ? [] : [[field, value] as const];
  });
  return Object.fromEntries(changed);
}

/** As it is stored, such as a number in its international form; unless somebody types there. */
function show(
  form: HTMLFormElement | null,
  kept: Values,
  field: ProfileField,
  sent: string | undefined,
  now: string | null,
): void {
  const input = inputOf(form, field);
  if (input === null || now === null || input.value !== sent || input === document.activeElement) return;
  input.value = now;
  kept[field] = now;
}

const namesIn = (values: Values) => PROFILE_FIELDS.filter((field) => values[field] !== undefined);
const only = (values: Values, fields: readonly ProfileField[]): Values =>
  Object.fromEntries(fields.map((field) => [field, values[field] ?? ""]));
const without = (errors: Errors, fields: readonly ProfileField[]): Errors =>
  Object.fromEntries(Object.entries(errors).filter(([field]) => !fields.some((one) => one === field)));
