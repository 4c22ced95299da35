import { useId, useState } from "react";
import { track } from "#app/analytics/track.ts";
import { callApi } from "#app/contracts/call-api.ts";
import { changeClip, listClips, restoreClip, revokeClip } from "#app/contracts/endpoints/clips.ts";
import type { Clip } from "#app/contracts/meeting/clip.ts";
import { CLIP_TITLE_CHARS_MAX } from "#app/domain/limits/clips.ts";
import { ANSWER_MS_MAX } from "#app/domain/limits/screens.ts";
import { SHARE_UNDO_MS } from "#app/domain/limits/teams.ts";
import { formatMoment } from "#app/domain/time.ts";
import { ClipParts } from "#app/features/meeting/clips/clip-parts.tsx";
import { LinkUntil } from "#app/features/meeting/share/share-link.tsx";
import { formatExactDuration } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button, buttonClass } from "#app/ui/button.tsx";
import { Field } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Notice } from "#app/ui/notice.tsx";
import "#app/features/meeting/clips/clips.css";

/** The clips of a meeting; null: they could not be read. */
export async function readClips(meetId: string): Promise<readonly Clip[] | null> {
  const result = await callApi(listClips, { params: { meetId }, timeoutMs: ANSWER_MS_MAX, unasked: true });
  return result.ok ? result.value.clips : null;
}

/** In the share dialog: the clips of the meeting, each with its link, its file, its settings and its end. */
export function ClipList({ meetId, first }: { meetId: string; first: readonly Clip[] | null }) {
  const { t } = useTranslation("sharing");
  const headingId = useId();
  const [openedAt] = useState(() => Date.now());
  return (
    <section className="stack clips" aria-labelledby={headingId}>
      <h3 className="label ink" id={headingId}>
        {t("clips.heading")}
      </h3>
      {first === null && <Notice role="alert">{t("clips.listFailed")}</Notice>}
      {first?.length === 0 && <p className="note muted">{t("clips.none")}</p>}
      {first && first.length > 0 && (
        <ul>
          {first.map((clip) => (
            <ClipItem key={clip.clipId} meetId={meetId} first={clip} openedAt={openedAt} />
          ))}
        </ul>
      )}
    </section>
  );
}

type Said =
  | "copied"
  | "copyFailed"
  | "clips.changeFailed"
  | "clips.revoked"
  | "clips.restored"
  | "clips.notRestored"
  | null;

function ClipItem({ meetId, first, openedAt }: { meetId: string; first: Clip; openedAt: number }) {
  const { t } = useTranslation("sharing");
  const locale = useLocale();
  const [clip, setClip] = useState(first);
  const [said, say] = useState<Said>(null);
  const [revokedAt, setRevokedAt] = useState<number | null>(null);
  const params = { meetId, clipId: clip.clipId };
  const { title } = clip;

  const change = async (body: Partial<Pick<Clip, "title" | "parts" | "expiresAt">>) => {
    const result = await callApi(changeClip, { params, body });
    if (result.ok) setClip(result.value);
    say(result.ok ? null : "clips.changeFailed");
  };
  const copy = async () => {
    track("copy link");
    const isCopied = await navigator.clipboard.writeText(clip.url ?? "").then(
      () => true,
      () => false,
    );
    say(isCopied ? "copied" : "copyFailed");
  };
  const revoke = async () => {
    const result = await callApi(revokeClip, { params });
    if (result.ok) setRevokedAt(Date.now());
    say(result.ok ? "clips.revoked" : "clips.changeFailed");
  };
  const restore = async () => {
    const isInTime = revokedAt !== null && Date.now() - revokedAt <= SHARE_UNDO_MS;
    const result = isInTime ? await callApi(restoreClip, { params }) : null;
    if (result?.ok) setRevokedAt(null);
    say(result?.ok ? "clips.restored" : "clips.notRestored");
  };
  const status = (
    <p className="hint" role="status">
      {said !== null && t(said)}
    </p>
  );
  if (revokedAt !== null) {
    return (
      <li className="row between row--wrap">
        <span className="muted">{title}</span>
        {said === "clips.revoked" && <Button onClick={() => void restore()}>{t("undo")}</Button>}
        {status}
      </li>
    );
  }
  const isEnded = clip.expiresAt !== null && clip.expiresAt <= openedAt;
  return (
    <li>
      <div className="row between row--wrap">
        <div className="grow">
          <p className="strong">{title}</p>
          <p className="note muted num">
            {formatMoment(clip.fromMs)} · {formatExactDuration(clip.toMs - clip.fromMs, locale)}
            {isEnded && ` · ${t("clips.ended")}`}
          </p>
        </div>
        {clip.url !== null && (
          <Button aria-label={t("clips.copyOf", { title })} onClick={() => void copy()}>
            <Icon name="link" />
            {t("copy")}
          </Button>
        )}
        {clip.playable && (
          <a
            className={buttonClass("line")}
            href={`/api/acta/meetings/${meetId}/clips/${clip.clipId}/media`}
            aria-label={t("clips.downloadOf", { title })}
            download
          >
            <Icon name="download" />
            {t("clips.download")}
          </a>
        )}
      </div>
      {status}
      <details>
        <summary aria-label={t("clips.more", { title })}>{t("clips.change")}</summary>
        <Settings clip={clip} change={(body) => void change(body)} revoke={() => void revoke()} />
      </details>
    </li>
  );
}

type SettingsProps = {
  clip: Clip;
  change: (body: Partial<Pick<Clip, "title" | "parts" | "expiresAt">>) => void;
  revoke: () => void;
};

function Settings({ clip, change, revoke }: SettingsProps) {
  const { t } = useTranslation("sharing");
  const [title, setTitle] = useState(clip.title);
  const save = () => {
    if (title.trim() === "") setTitle(clip.title);
    else if (title.trim() !== clip.title) change({ title });
  };
  return (
    <div className="stack clips__settings">
      <Field label={t("clips.name")} hint={t("clips.nameHint")}>
        {(wiring) => (
          <input
            {...wiring}
            className="input"
            maxLength={CLIP_TITLE_CHARS_MAX}
            value={title}
            onChange={(event) => setTitle(event.currentTarget.value)}
            onBlur={save}
            onKeyDown={(event) => event.key === "Enter" && save()}
          />
        )}
      </Field>
      <div className="two">
        <ClipParts parts={clip.parts} change={(parts) => change({ parts })} />
        <LinkUntil expiresAt={clip.expiresAt} change={(expiresAt) => change({ expiresAt })} />
      </div>
      <p>
        <Button kind="danger-line" aria-label={t("clips.revokeOf", { title: clip.title })} onClick={revoke}>
          {t("revoke")}
        </Button>
      </p>
    </div>
  );
}
