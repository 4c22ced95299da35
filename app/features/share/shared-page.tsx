import { useTranslation } from "#app/i18n/use-translation.ts";
import type { MeetingView } from "#app/contracts/meeting/meeting-view.ts";
import type { SharePart } from "#app/domain/meeting/access.ts";
import { formatMoment } from "#app/domain/time.ts";
import { groupTurns, isAside, textOfTurn } from "#app/domain/transcript/group-turns.ts";
import { mostSpoken } from "#app/domain/transcript/most-spoken.ts";
import { PageFrame } from "#app/features/share/page-frame.tsx";
import {
  isPlayable,
  SharedFactsProvider,
  type SharedPageProps,
  speakersOf,
  useSharedFacts,
} from "#app/features/share/shared-facts.ts";
import { SharedFields } from "#app/features/share/shared-fields.tsx";
import { SharedMoment } from "#app/features/share/shared-moment.tsx";
import { SharedPlayer } from "#app/features/share/shared-player.tsx";
import { formatDateTime, formatDuration, formatExactDuration } from "#app/i18n/format.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Icon } from "#app/ui/icon.tsx";

/** All that was said, by turns, as text: an hour of it is a few hundred paragraphs and needs no script to be read. */
export function SharedTranscript({ segments, language }: { segments: MeetingView["segments"]; language: string }) {
  const { t } = useTranslation("meeting");
  const facts = useSharedFacts();
  const { speakers } = facts;
  return (
    <section className="fieldset fieldset--first spoken" aria-labelledby="transcript-title" id="transcript">
      <header>
        <h2 className="section" id="transcript-title">
          {t("transcript.title")}
        </h2>
      </header>
      <ol lang={language}>
        {groupTurns(segments).map((turn) => {
          const speaker = turn.named && turn.speaker !== null ? speakers.get(turn.speaker) : undefined;
          return (
            <li className="turn" key={turn.key}>
              {speaker && (
                <div className="turn__who">
                  <Avatar name={speaker.name} speaker={speaker.colour} />
                  <span className={`speaker s${speaker.colour}`}>{speaker.name}</span>
                </div>
              )}
              <span className="turn__when">
                <SharedMoment ms={turn.startMs} tabStop={false} />
              </span>
              <p className="reading" dir="auto">
                {isPlayable(facts, turn.startMs)
                  ? turn.segments.map((segment) => (
                      <span
                        key={segment.id}
                        data-t={isPlayable(facts, segment.startMs) ? Math.round(segment.startMs / 100) / 10 : undefined}
                      >
                        {isAside(turn, segment) ? `(${segment.speaker}: ${segment.text}) ` : `${segment.text} `}
                      </span>
                    ))
                  : textOfTurn(turn)}
              </p>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** A meeting as anybody with its link sees it: document, transcript and recording, as far as the owner shares them. */
export function SharedPage(props: SharedPageProps) {
  const { t } = useTranslation(["meeting", "share", "shared"]);
  const { view, places, path, theme, nonce, styles, script, title, startS } = props;
  const { head, summary, segments } = view;
  const speakers = speakersOf(segments);
  return (
    <SharedFactsProvider value={{ places, path, playable: head.playable, durationMs: head.durationMs, speakers }}>
      <PageFrame
        {...{ theme, nonce, styles, script, title }}
        description={t("shared:previewText")}
        actions={<CopyLink />}
      >
        <main className="doc" id="main">
          <article className="doc__in">
            <h1 className="title" lang={head.language} dir="auto">
              {head.title}
            </h1>
            <Byline {...props} />
            {speakers.size > 0 && <Present speakers={speakers} locale={props.locale} />}
            {summary ? <SharedFields summary={summary} /> : <p className="reading lead">{t("shared:notYet")}</p>}
            {segments.length > 0 && <SharedTranscript segments={segments} language={head.language} />}
            <Colophon {...props} />
          </article>
        </main>
        {head.playable && <SharedPlayer view={view} path={path} startS={startS} />}
      </PageFrame>
    </SharedFactsProvider>
  );
}

function CopyLink() {
  const { t } = useTranslation(["sharing", "shared"]);
  return (
    <button
      className="btn btn--quiet"
      type="button"
      data-script="copy"
      data-done={t("copied")}
      data-failed={t("copyFailed")}
      hidden
    >
      <Icon name="link" />
      <span aria-live="polite">{t("copy")}</span>
    </button>
  );
}

/** When (in the meeting's own zone, which is named), how long, and whose it is. */
function Byline({ view: { head }, locale, ownerName }: SharedPageProps) {
  const { t } = useTranslation(["share", "shared"]);
  const city = head.timeZone.split("/").at(-1)?.replaceAll("_", " ") ?? head.timeZone;
  return (
    <p className="byline">
      <span>
        <time dateTime={new Date(head.startsAt).toISOString()}>
          {formatDateTime(head.startsAt, locale, head.timeZone)} {t("shared:zone", { city })}
        </time>
      </span>{" "}
      {head.durationMs !== null && <span className="num">{formatDuration(head.durationMs, locale)}</span>}{" "}
      <span>{t("shared:sharedBy", { name: ownerName })}</span>
    </p>
  );
}

type PresentProps = { speakers: ReturnType<typeof speakersOf>; locale: SharedPageProps["locale"] };

function Present({ speakers, locale }: PresentProps) {
  const { t } = useTranslation("meeting");
  const { shown, hidden } = mostSpoken([...speakers.values()]);
  return (
    <ul className="present" aria-label={t("whoSpoke")}>
      {shown.map(({ name, colour, spokenMs }) => (
        <li key={name}>
          <Avatar name={name} speaker={colour} />
          {name} <span className="num">{formatDuration(spokenMs, locale)}</span>
        </li>
      ))}
      {hidden > 0 && <li className="muted">{t("others", { count: hidden })}</li>}
    </ul>
  );
}

/** From what the minutes were written, what of the meeting is not shared, and until when this can be read. */
function Colophon({ view: { head, summary }, parts, path, ownerName, expiresAt, locale }: SharedPageProps) {
  const { t } = useTranslation(["meeting", "colophon", "share", "shared"]);
  const originOf = ({ durationMs, textOnly }: typeof head, written: ReturnType<typeof writtenOf>) => {
    if (textOnly) return t("colophon:writtenFromText", written);
    if (durationMs === null) return t("colophon:writtenNoLength", written);
    return t("colophon:written", { ...written, length: formatExactDuration(durationMs, locale) });
  };
  return (
    <footer className="colophon">
      {summary && (
        <p>
          {originOf(head, writtenOf(summary, head.timeZone, locale, t("basicSystem")))}{" "}
          {summary.engine.port === "extractive"
            ? t("colophon:extractive")
            : t("colophon:model", { model: summary.engine.model })}{" "}
          {head.playable && t("shared:proof")}
        </p>
      )}
      {head.cutOff && head.durationMs !== null && <p>{t("colophon:cutOff", { at: formatMoment(head.durationMs) })}</p>}
      <p>
        {t(`shared:hidden.${hiddenOf(head, parts)}`)}{" "}
        {expiresAt === null
          ? t("shared:untilRevoked", { name: ownerName })
          : t("shared:untilDay", { name: ownerName, day: formatDateTime(expiresAt, locale, head.timeZone) })}
      </p>
      {(summary || parts.includes("transcript")) && (
        <SharedDownloads path={path} parts={parts} pdfHref={head.pdf === "ready" ? `${path}/pdf` : null} />
      )}
    </footer>
  );
}

/** The parts of the meeting that are not shared, or are not there. */
function hiddenOf({ textOnly }: SharedPageProps["view"]["head"], parts: SharedPageProps["parts"]) {
  const hasTranscript = parts.includes("transcript");
  if (textOnly) return hasTranscript ? "textOnly" : "summaryOnly";
  if (parts.includes("recording")) return hasTranscript ? "nothing" : "transcript";
  return hasTranscript ? "recording" : "both";
}

function writtenOf(
  summary: NonNullable<SharedPageProps["view"]["summary"]>,
  timeZone: string,
  locale: SharedPageProps["locale"],
  basicSystem: string,
) {
  const template = summary.template.id === null ? basicSystem : summary.template.name;
  return { date: formatDateTime(summary.writtenAt, locale, timeZone), template };
}

/** Links to the downloads, which contain only the shown parts. `pdfHref` is null when there is no PDF (yet). */
function SharedDownloads(props: { path: string; parts: readonly SharePart[]; pdfHref: string | null }) {
  const { t } = useTranslation(["share", "shared", "exporting"]);
  const { path, parts, pdfHref } = props;
  const minutes = ["docx", "md", "txt"];
  const hasTranscript = parts.includes("transcript");
  const formats = [...minutes, ...(hasTranscript ? ["srt", "vtt"] : []), "json"];
  return (
    <p className="takeaway">
      {t("shared:take")}
      {pdfHref !== null && (
        <a href={pdfHref} download>
          PDF
        </a>
      )}
      {formats.map((format) => (
        <a key={format} href={`${path}/export/${format}`} download>
          {format.toUpperCase()}
        </a>
      ))}
      {hasTranscript &&
        minutes.map((format) => (
          <a key={format} href={`${path}/export/${format}?transcript=1`} download>
            {t("exporting:withTranscript", { format: format.toUpperCase() })}
          </a>
        ))}
    </p>
  );
}
