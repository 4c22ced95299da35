import { useTranslation } from "react-i18next";
import type { InviteValues } from "#app/features/invite/invite-schema.ts";
import { formatChosen } from "#app/ui/date-time-picker/zoned-time.ts";
import type { TemplateOptions } from "#app/ui/select.tsx";

type Props = { values: InviteValues; templates: TemplateOptions; locale: string; timeZone: string };

/** The choices of an invitation on one line: when, in which language, with which template. */
export function InvitedFacts({ values, templates, locale, timeZone }: Props) {
  const { t } = useTranslation("upload");
  const template = templates.options.find(({ value }) => value === (values.templateId ?? ""));
  const facts = [
    formatChosen(values.meetingDate, timeZone, locale),
    t(`meetingLanguage.${values.meetLanguage}`),
    ...(template ? [template.text] : []),
  ];
  return <p className="note muted">{facts.join(" · ")}</p>;
}
