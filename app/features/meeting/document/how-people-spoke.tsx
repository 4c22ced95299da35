import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import { readTranscript } from "#app/contracts/endpoints/meetings.ts";
import { unpackTranscript } from "#app/contracts/meeting/transcript-answer.ts";
import { type SpeakerStatistics, speakerStatistics } from "#app/domain/transcript/speaker-statistics.ts";
import { useMeetingFacts } from "#app/features/meeting/meeting-context.ts";
import { formatDuration } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import "#app/features/meeting/document/how-people-spoke.css";

/** Figures of each person, if several spoke: share of the talk, longest monologue, turns, questions and interruptions. Read when somebody opens it. */
export function HowPeopleSpoke({ meetId }: { meetId: string }) {
  const { t } = useTranslation("colophon");
  const { speakers } = useMeetingFacts();
  const [read, setRead] = useState<SpeakerStatistics[] | "reading" | "lost" | null>(null);
  const load = async () => {
    setRead("reading");
    const answer = await callApi(readTranscript, { params: { meetId } });
    setRead(answer.ok ? speakerStatistics(unpackTranscript(answer.value)) : "lost");
  };
  if (speakers.size < 2) return null;
  return (
    <details
      className="spoke"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && (read === null || read === "lost")) void load();
      }}
    >
      <summary>{t("spoke.title")}</summary>
      {read === "lost" && <p role="status">{t("spoke.lost")}</p>}
      {Array.isArray(read) && (
        <ul>
          {read.map((each) => (
            <Person key={each.name} {...each} />
          ))}
        </ul>
      )}
    </details>
  );
}

function Person({ name, spokenMs, share, longestMs, turns, questions, interruptions }: SpeakerStatistics) {
  const { t } = useTranslation("colophon");
  const locale = useLocale();
  const percent = share.toLocaleString(locale, { style: "percent", maximumFractionDigits: 0 });
  const facts = [
    formatDuration(spokenMs, locale),
    t("spoke.longest", { length: formatDuration(longestMs, locale) }),
    t("spoke.turns", { count: turns }),
    t("spoke.questions", { count: questions }),
    ...(interruptions === null ? [] : [t("spoke.interruptions", { count: interruptions })]),
  ];
  return (
    <li>
      <span>
        {name} <strong className="num">{percent}</strong>
      </span>
      <progress className="spoke__share" value={share} aria-hidden="true" />
      <span className="num">{facts.join(" · ")}</span>
    </li>
  );
}
