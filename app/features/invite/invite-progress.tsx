import { useChoiceName } from "#app/i18n/language-choice.ts";
import { useEffect, useRef } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { type LinkRules, readMeetingLink } from "#app/domain/meeting/link.ts";
import type { InviteValues } from "#app/features/invite/invite-schema.ts";
import type { InviteState } from "#app/features/invite/use-invite.ts";
import { LocalTime } from "#app/i18n/local-time.tsx";
import { Dot, type BadgeKind } from "#app/ui/badge.tsx";
import { formatChosen } from "#app/ui/date-time-picker/zoned-time.ts";
import type { TemplateOptions } from "#app/ui/select.tsx";

type Props = {
  state: Extract<InviteState, { name: "sending" | "created" }>;
  /** A planned meeting is changed; else one is made. */
  isChange: boolean;
  links: LinkRules;
  templates: TemplateOptions;
  locale: string;
  timeZone: string;
  waitMinutes: number;
};

type StepRow = { kind: "done" | "now" | "next"; at: number | null; what: string; fact: string | null };

const GLYPH: Record<StepRow["kind"], BadgeKind> = { done: "done", now: "transcribing", next: "recorded" };

/** §4: what happens while the spinner turns, and that nobody has to wait for it. */
export function InviteProgress({ state, isChange, links, templates, locale, timeZone, waitMinutes }: Props) {
  const { t } = useTranslation(["invite", "upload", "call"]);
  const nameOf = useChoiceName();
  const body = useRef<HTMLDivElement>(null);
  useEffect(() => body.current?.focus(), []);
  const { values, isNow, createdAt } = state;
  const read = readMeetingLink(values.meetExtUrl, links);
  const platform = read.ok ? read.value.platform : "meet";
  const isCreated = createdAt !== null;
  const when = formatChosen(values.meetingDate, timeZone, locale);
  const facts = [when, nameOf(values.meetLanguage), chosenTemplate(values, templates)];
  const creation = creationStep(state, isChange);
  const rows: StepRow[] = [
    {
      ...creation,
      what: t(creation.what),
      fact: creation.fact && t(creation.fact),
    },
    {
      kind: isCreated && isNow ? "now" : "next",
      at: isCreated && isNow ? createdAt : null,
      what: t("steps.opens"),
      fact: isNow ? t(`call:platform.${platform}`) : t("steps.opensAt", { when }),
    },
    {
      kind: "next",
      at: null,
      what: t("steps.letIn"),
      fact: t("steps.waits", {
        minutes: waitMinutes,
      }),
    },
  ];
  return (
    // The button that was pressed is gone: the focus waits here.
    <div className="body outline-none" ref={body} tabIndex={-1}>
      <div className="stack">
        <p className="strong">{values.meetingName}</p>
        <p className="note muted">{facts.filter((fact) => fact !== "").join(" · ")}</p>
      </div>
      <ol className="steps steps--in" aria-label={t("steps.label")}>
        {rows.map(({ kind, at, what, fact }) => (
          <li key={what} className={`step is-${kind}`}>
            <span className="step__at">{at !== null && <LocalTime at={at} format="clock" />}</span>
            <Dot kind={GLYPH[kind]} />
            <span className="step__what">{what}</span>
            <span className="step__took" />
            {fact !== null && <p className="step__fact num">{fact}</p>}
          </li>
        ))}
      </ol>
      <p className="hint">{t("mayClose")}</p>
    </div>
  );
}

/** A new meeting is in the history once the server has answered; one that is changed was there before. */
export function creationStep({ sentAt, createdAt }: Pick<Props["state"], "sentAt" | "createdAt">, isChange: boolean) {
  if (createdAt !== null)
    return { kind: "done", at: createdAt, what: "steps.created", fact: "steps.createdFact" } as const;
  const what = isChange ? "steps.changing" : "steps.creating";
  return { kind: "now", at: sentAt, what, fact: null } as const;
}

/** The name of the template that the invitation asks for; empty where the list does not have it. */
export function chosenTemplate({ templateId }: Pick<InviteValues, "templateId">, { options }: TemplateOptions): string {
  return options.find(({ value }) => value === (templateId ?? ""))?.text ?? "";
}
