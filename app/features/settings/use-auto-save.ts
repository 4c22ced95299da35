import { useRevalidator } from "@remix-run/react";
import { type RefObject, useEffect, useRef } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { lazy } from "#app/i18n/lazy.ts";
import { useToast } from "#app/ui/toast.tsx";

const sender = lazy(async () => (await import("#app/features/settings/save-choices.ts")).sendChoices);

/** Own choice: a choice is saved this long after the last one. */
const SAVE_DELAY_MS = 400;

type Values = Readonly<Record<string, string>>;

/**
 * Saves a form of choices as soon as one of them is changed, and offers the way back. Keys go through a list choice by choice, so it waits
 * for the last one. `saved` is said each time.
 */
export function useAutoSave(saved: string): { form: RefObject<HTMLFormElement>; onChange: () => void } {
  const { t } = useTranslation(["settings", "common"]);
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const form = useRef<HTMLFormElement>(null);
  /** The values that the server has, and those that are on their way or wait for it. */
  const kept = useRef<Values>({});
  const wanted = useRef<{ timer: ReturnType<typeof setTimeout> | undefined }>({ timer: undefined });
  const save = async (values: Values, before: Values, isUndo: boolean) => {
    kept.current = values;
    // Without a wait where the code is there: a page that is left sends at once.
    const send = sender.loaded() ?? (await sender.load().catch(() => null));
    const end = send && (await send(values));
    if (end?.ok) {
      const undo = { label: t("undo"), run: () => put(before) };
      toast("done", isUndo ? t("undone") : saved, isUndo ? undefined : undo);
      return revalidate();
    }
    // A later choice is saved by itself, and stays.
    if (kept.current === values) {
      kept.current = before;
      if (form.current) fill(form.current, before);
    }
    if (end?.kind !== "signed-out") toast("error", end?.message ?? t("common:error.somethingWrong"));
  };
  const put = (values: Values) => {
    if (form.current) fill(form.current, values);
    void save(values, kept.current, true);
  };
  const send = () => {
    clearTimeout(wanted.current.timer);
    wanted.current.timer = undefined;
    if (!form.current) return;
    const values = valuesOf(form.current);
    if (JSON.stringify(values) !== JSON.stringify(kept.current)) void save(values, kept.current, false);
  };
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  useEffect(() => {
    if (form.current) kept.current = valuesOf(form.current);
    const { current } = wanted;
    const leave = () => {
      if (current.timer !== undefined) latest.current();
    };
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      clearTimeout(current.timer);
    };
  }, []);
  return {
    form,
    onChange: () => {
      sender.fetchAhead();
      clearTimeout(wanted.current.timer);
      wanted.current.timer = setTimeout(() => latest.current(), SAVE_DELAY_MS);
    },
  };
}

/** Of several fields with one name the last one counts: an empty box sends the field before it. */
function valuesOf(form: HTMLFormElement): Values {
  const entries = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === "string" ? [[name, value]] : [],
  );
  const { returnTo: _path, ...values } = Object.fromEntries(entries) as Record<string, string>;
  return values;
}

function fill(form: HTMLFormElement, values: Values): void {
  for (const field of form.elements) {
    if (field instanceof HTMLSelectElement) field.value = values[field.name] ?? field.value;
    if (field instanceof HTMLInputElement && field.type === "checkbox")
      field.checked = values[field.name] === field.value;
  }
}
