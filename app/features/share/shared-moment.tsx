import { useTranslation } from "#app/i18n/use-translation.ts";
import { formatMoment } from "#app/domain/time.ts";
import type { Marked } from "#app/features/minutes/minutes-parts.ts";
import { isPlayable, useSharedFacts, useSharedMoments } from "#app/features/share/shared-facts.ts";

/**
 * A moment mark: a link that the page's script plays from, and that opens the page at this moment without it. Where the
 * recording is not shared, or behind its end, it is a plain time.
 */
export function SharedMoment({ ms, tabStop = true }: { ms: number; tabStop?: boolean }) {
  const { t } = useTranslation("meeting");
  const facts = useSharedFacts();
  const time = <time dateTime={duration(ms)}>{formatMoment(ms)}</time>;
  if (!isPlayable(facts, ms)) return <span className="moment moment--text">{time}</span>;
  return (
    <a className="moment" href={`?t=${Math.floor(ms / 1000)}`} data-t={ms / 1000} tabIndex={tabStop ? undefined : -1}>
      <span className="sr">{`${t("playFrom")} `}</span>
      {time}
    </a>
  );
}

/** On a line that the check did not find in the recording: quiet, with the nearest moment to listen to. */
export function SharedUnconfirmedMark({ line: { segmentIds, unconfirmed } }: { line: Marked }) {
  const { t, i18n } = useTranslation("meeting");
  const [nearest] = useSharedMoments(segmentIds);
  if (!unconfirmed) return null;
  return (
    <span className="unconfirmed" lang={i18n.language}>
      {" "}
      {t(nearest ? "check.listen" : "check.unconfirmed")}
      {nearest && (
        <>
          {"\u00a0"}
          <SharedMoment ms={nearest.startMs} />
        </>
      )}
    </span>
  );
}

/** The marks of a line, one under the other; none where a person wrote it, or where no moment bears it out. */
export function SharedMarks({ segmentIds, manual, unconfirmed }: Marked) {
  const { t, i18n } = useTranslation("editActions");
  const moments = useSharedMoments(segmentIds);
  if (unconfirmed) return null;
  if (manual && moments.length === 0) {
    return (
      <span className="manual-edit" lang={i18n.language}>
        {t("manualEdit")}
      </span>
    );
  }
  return moments.map(({ startMs }) => <SharedMoment key={startMs} ms={startMs} />);
}

/** ISO 8601: PT12M34S. */
function duration(ms: number): string {
  return `PT${Math.floor(ms / 60_000)}M${Math.floor(ms / 1000) % 60}S`;
}
