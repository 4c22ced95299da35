import { Fragment } from "react";
import type { Locale } from "#app/domain/languages.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import { formatMoment } from "#app/domain/time.ts";
import { groupTurns, isAside } from "#app/domain/transcript/group-turns.ts";
import { PageFrame } from "#app/features/share/page-frame.tsx";
import { speakersOf } from "#app/features/share/shared-facts.ts";
import { formatDate, formatDateTime, formatDuration } from "#app/i18n/format.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { Icon } from "#app/ui/icon.tsx";

/** All data of the page of a clip, which is rendered once, on the server, and not hydrated. */
export type ClipPageProps = {
  clip: {
    title: string;
    ownerName: string;
    startsAt: number;
    timeZone: string;
    language: MeetingLanguage;
    fromMs: number;
    lengthMs: number;
    expiresAt: number | null;
    lines: readonly Segment[];
    media: { type: string; width?: number | undefined; height?: number | undefined } | null;
    silent: "not-shown" | "deleted" | "locked" | "never" | null;
    whole: { meetId: string; title: string } | null;
  };
  /** The link's own path, "/clip/…", and the site that it is on. */
  path: string;
  origin: string;
  locale: Locale;
  theme: "system" | "light" | "dark";
  nonce: string;
  styles: string;
  script: string;
  /** The start from `?t=`, in seconds of the clip. */
  startS: number | null;
};

/** A clip as anybody with its link sees it: its title, its sound and picture, and its words. */
export function ClipPage(props: ClipPageProps) {
  const { t } = useTranslation(["share", "shared", "sharing", "common"]);
  const { clip, theme, nonce, styles, script } = props;
  return (
    <PageFrame
      {...{ theme, nonce, styles, script }}
      title={`${clip.title} · ${t("common:product")}`}
      previews={<Previews {...props} />}
      actions={
        <button
          className="btn btn--quiet"
          type="button"
          data-script="copy"
          data-done={t("sharing:copied")}
          data-failed={t("sharing:copyFailed")}
          hidden
        >
          <Icon name="link" />
          <span aria-live="polite">{t("sharing:copy")}</span>
        </button>
      }
    >
      <main className="doc" id="main">
        <article className="doc__in">
          <h1 className="title" lang={clip.language} dir="auto">
            {clip.title}
          </h1>
          <p className="byline">
            <span>
              <time dateTime={new Date(clip.startsAt).toISOString()}>
                {formatDate(clip.startsAt, props.locale, clip.timeZone)}
              </time>
            </span>{" "}
            <span className="num">{formatDuration(clip.lengthMs, props.locale)}</span>{" "}
            <span>{t("shared:clip.sharedBy", { name: clip.ownerName })}</span>
          </p>
          <Media {...props} />
          <Words {...props} />
          <Colophon {...props} />
        </article>
      </main>
    </PageFrame>
  );
}

/** The player alone, in a frame of another site. The words stand in it where there is nothing to play. */
export function ClipFrame(props: ClipPageProps) {
  const { t, i18n } = useTranslation(["shared", "common"]);
  const { clip, nonce, styles, script, path, origin } = props;
  return (
    <html lang={i18n.language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{`${clip.title} · ${t("common:product")}`}</title>
        <meta name="robots" content="noindex, nofollow, noarchive" />
        <style nonce={nonce} dangerouslySetInnerHTML={{ __html: styles }} />
      </head>
      <body className="frame">
        <main id="main">
          <div className="frame__in">
            <Media {...props} />
            {clip.media?.type !== "video/mp4" && <Words {...props} />}
          </div>
          <h1 className="frame__foot">
            <a href={`${origin}${path}`} target="_blank" rel="noreferrer" dir="auto">
              {clip.title}
            </a>
          </h1>
        </main>
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: script }} />
      </body>
    </html>
  );
}

/** Without a poster: the first frame is there as soon as the file's head is. */
function Media({ clip, path, startS }: ClipPageProps) {
  const { t } = useTranslation("shared");
  const { media, silent } = clip;
  if (media === null) {
    return silent === "not-shown" || silent === null ? null : <p className="note muted">{t(`clip.${silent}`)}</p>;
  }
  const src = `${path}/media${startS === null ? "" : `#t=${startS}`}`;
  const { width = 16, height = 9 } = media;
  return (
    <div className="clip__media">
      {media.type === "video/mp4" ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- what is said stands below it
        <video
          src={src}
          controls
          playsInline
          preload="metadata"
          aria-label={clip.title}
          style={{ aspectRatio: `${width} / ${height}` }}
        />
      ) : (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- what is said stands below it
        <audio src={src} controls preload="auto" aria-label={clip.title} />
      )}
      <p className="note clip__failed" role="alert" hidden>
        {t("clip.failed")}
      </p>
    </div>
  );
}

/** The words of the clip, by turns. Times count from the beginning of the clip. */
function Words({ clip }: ClipPageProps) {
  const { t } = useTranslation(["meeting", "shared"]);
  if (clip.lines.length === 0) return null;
  const speakers = speakersOf([...clip.lines]);
  const inClip = (ms: number) => Math.max(0, ms - clip.fromMs);
  return (
    <section aria-label={t("shared:clip.words")}>
      <ol className="clip__words" lang={clip.language}>
        {groupTurns(clip.lines).map((turn) => {
          const speaker = turn.named && turn.speaker !== null ? speakers.get(turn.speaker) : undefined;
          return (
            <li key={turn.key}>
              {speaker && (
                <div className="turn__who">
                  <Avatar name={speaker.name} speaker={speaker.colour} />
                  <span className={`speaker s${speaker.colour}`}>{speaker.name}</span>
                </div>
              )}
              <Moment ms={inClip(turn.startMs)} isPlayable={clip.media !== null} />
              <p className="reading" dir="auto">
                {turn.segments.map((segment) => (
                  <Fragment key={segment.id}>
                    <span data-t={clip.media === null ? undefined : Math.round(inClip(segment.startMs) / 100) / 10}>
                      {isAside(turn, segment) ? `(${segment.speaker}: ${segment.text})` : segment.text}
                    </span>{" "}
                  </Fragment>
                ))}
              </p>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Moment({ ms, isPlayable }: { ms: number; isPlayable: boolean }) {
  const { t } = useTranslation("meeting");
  const time = <time dateTime={`PT${Math.floor(ms / 60_000)}M${Math.floor(ms / 1000) % 60}S`}>{formatMoment(ms)}</time>;
  if (!isPlayable) return <span className="moment moment--text">{time}</span>;
  return (
    <a className="moment" href={`?t=${Math.floor(ms / 1000)}`} data-t={ms / 1000}>
      <span className="sr">{`${t("playFrom")} `}</span>
      {time}
    </a>
  );
}

/** Until when it can be seen, the file, and the whole meeting for those who may open it. */
function Colophon({ clip, path, locale }: ClipPageProps) {
  const { t } = useTranslation("shared");
  const { ownerName: name, expiresAt, timeZone, media, whole } = clip;
  return (
    <footer className="colophon">
      <p>
        {t("clip.only")}{" "}
        {expiresAt === null
          ? t("untilRevoked", { name })
          : t("untilDay", { name, day: formatDateTime(expiresAt, locale, timeZone) })}
      </p>
      {(media || whole) && (
        <p className="takeaway">
          {media && (
            <a href={`${path}/media?download=1`} download>
              {t("clip.download", { format: FORMATS[media.type] ?? "" })}
            </a>
          )}
          {whole && <a href={`/${whole.meetId}?t=${clip.fromMs / 1000}`}>{t("clip.whole", { title: whole.title })}</a>}
        </p>
      )}
    </footer>
  );
}

const FORMATS: Readonly<Record<string, string>> = {
  "video/mp4": "MP4",
  "audio/mp4": "M4A",
  "audio/wav": "WAV",
  "audio/ogg": "OGG",
};

/** For Slack, Notion and others: Open Graph with the file, the card with the player, and where oEmbed answers. */
function Previews({ clip, path, origin, locale }: ClipPageProps) {
  const { t } = useTranslation(["shared", "common"]);
  const { media, title, lengthMs } = clip;
  const page = `${origin}${path}`;
  const kind = media?.type === "video/mp4" ? "video" : "audio";
  const [width, height] = [media?.width ?? 640, media?.height ?? 360];
  const named: [string, string][] = [
    ["og:title", title],
    ["og:description", t("clip.preview", { length: formatDuration(lengthMs, locale) })],
    ["og:site_name", t("common:product")],
    ["og:url", page],
    ["og:type", media && kind === "video" ? "video.other" : "website"],
  ];
  const file: [string, string][] = media
    ? [
        [`og:${kind}`, `${page}/media`],
        [`og:${kind}:secure_url`, `${page}/media`],
        [`og:${kind}:type`, media.type],
        ...(kind === "video"
          ? ([
              ["og:video:width", String(width)],
              ["og:video:height", String(height)],
            ] as [string, string][])
          : []),
      ]
    : [];
  const card: [string, string][] = media
    ? [
        ["twitter:card", "player"],
        ["twitter:title", title],
        ["twitter:player", `${page}/embed`],
        ["twitter:player:width", String(kind === "video" ? width : 640)],
        ["twitter:player:height", String(kind === "video" ? height : 240)],
        ["twitter:player:stream", `${page}/media`],
        ["twitter:player:stream:content_type", media.type],
      ]
    : [["twitter:card", "summary"]];
  return (
    <>
      {[...named, ...file].map(([property, content]) => (
        <meta key={property} property={property} content={content} />
      ))}
      {card.map(([name, content]) => (
        <meta key={name} name={name} content={content} />
      ))}
      <link
        rel="alternate"
        type="application/json+oembed"
        href={`${origin}/api/oembed?format=json&url=${encodeURIComponent(page)}`}
        title={title}
      />
    </>
  );
}
