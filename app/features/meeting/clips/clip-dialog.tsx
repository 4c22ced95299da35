import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { track } from "#app/analytics/track.ts";
import { callApi } from "#app/contracts/call-api.ts";
import { createClip } from "#app/contracts/endpoints/clips.ts";
import type { Clip } from "#app/contracts/meeting/clip.ts";
import type { MeetingHead } from "#app/contracts/meeting/meeting-view.ts";
import { CLIP_PARTS, type ClipPart, type ClipSpan, fitSpan, linesOf, titleOf } from "#app/domain/clips/clip.ts";
import { CLIP_TITLE_CHARS_MAX } from "#app/domain/limits/clips.ts";
import { formatMoment } from "#app/domain/time.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";
import { ClipParts } from "#app/features/meeting/clips/clip-parts.tsx";
import { ClipStrip } from "#app/features/meeting/clips/clip-strip.tsx";
import { usePlayback, usePlayer } from "#app/features/meeting/player/playback.ts";
import { LinkUntil } from "#app/features/meeting/share/share-link.tsx";
import { formatExactDuration } from "#app/i18n/format.ts";
import { useLocale } from "#app/i18n/local-time.tsx";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Field, FieldError } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useToast } from "#app/ui/toast.tsx";

export type ClipDialogProps = {
  head: MeetingHead;
  segments: readonly Segment[];
  /** The passage that was selected. */
  first: ClipSpan;
  onClose: () => void;
};

/** The recording that a moment is in: the only one, or one of a merged meeting. */
function recordingAt({ parts, durationMs }: MeetingHead, segments: readonly Segment[], ms: number) {
  const whole = { startMs: 0, endMs: durationMs ?? segments.at(-1)?.endMs ?? 0 };
  return parts?.find(({ endMs }) => ms < endMs) ?? parts?.at(-1) ?? whole;
}

/** A clip before it is made: its passage, title, parts and end. One press makes it and copies its link. */
export function ClipDialog({ head, segments, first, onClose }: ClipDialogProps) {
  const { t } = useTranslation("sharing");
  const formId = useId();
  const toast = useToast();
  const within = recordingAt(head, segments, first.fromMs);
  const [span, setSpan] = useState(() => fitSpan(first, within));
  const [typed, setTyped] = useState<string | null>(null);
  const [parts, setParts] = useState<readonly ClipPart[]>(CLIP_PARTS);
  const [expiresAt, setExpiresAt] = useState<number | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [made, setMade] = useState<Clip | null>(null);
  const listening = useListening(span);
  const lines = linesOf(segments, span);
  const title = typed ?? titleOf(lines);

  const make = async (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setError(null);
    const body = { ...(title.trim() === "" ? {} : { title }), ...span, parts: [...parts], expiresAt };
    const result = await callApi(createClip, { params: { meetId: head.meetId }, body });
    setBusy(false);
    if (!result.ok) return setError(result.message ?? t("clips.failed"));
    track("copy link");
    const isCopied = await copyText(result.value.url);
    if (!isCopied) return setMade(result.value);
    toast("done", t("clips.made"));
    onClose();
  };
  return (
    <Dialog
      open
      title={t("clips.title")}
      onClose={onClose}
      closable={!isBusy}
      footer={
        made ? (
          <Button kind="primary" large onClick={onClose}>
            {t("done")}
          </Button>
        ) : (
          <>
            <Button kind="quiet" large disabled={isBusy} onClick={onClose}>
              {t("clips.cancel")}
            </Button>
            <Button kind="primary" large type="submit" form={formId} busy={isBusy}>
              {!isBusy && <Icon name="link" />}
              {t("clips.make")}
            </Button>
          </>
        )
      }
    >
      {made ? (
        <MadeClip clip={made} />
      ) : (
        <form
          className="body clip-form"
          id={formId}
          noValidate
          aria-busy={isBusy}
          onSubmit={(event) => void make(event)}
        >
          <Field label={t("clips.name")} hint={t("clips.nameHint")}>
            {(wiring) => (
              <input
                {...wiring}
                className="input"
                maxLength={CLIP_TITLE_CHARS_MAX}
                value={title}
                onChange={(event) => setTyped(event.currentTarget.value)}
              />
            )}
          </Field>
          <Passage {...{ span, within, segments, listening }} isPlayable={head.playable} onChange={setSpan} />
          <Spoken lines={lines} language={head.language} />
          <div className="two">
            <ClipParts parts={parts} change={setParts} />
            <LinkUntil expiresAt={expiresAt} change={setExpiresAt} />
          </div>
          {error !== null && <FieldError>{error}</FieldError>}
        </form>
      )}
    </Dialog>
  );
}

type PassageProps = Pick<Parameters<typeof ClipStrip>[0], "span" | "within" | "segments" | "onChange"> & {
  listening: ReturnType<typeof useListening>;
  isPlayable: boolean;
};

/** The passage in words and on the strip, and its sound. */
function Passage({ span, listening, isPlayable, ...rest }: PassageProps) {
  const { t } = useTranslation("sharing");
  const locale = useLocale();
  const named = {
    from: formatMoment(span.fromMs),
    to: formatMoment(span.toMs),
    length: formatExactDuration(span.toMs - span.fromMs, locale),
  };
  return (
    <fieldset className="stack">
      <legend className="label">{t("clips.passage")}</legend>
      <div className="row between row--wrap">
        <output className="note num">{t("clips.range", named)}</output>
        {isPlayable && (
          <Button onClick={listening.toggle}>
            <Icon name={listening.playedMs === null ? "play" : "pause"} />
            {t(listening.playedMs === null ? "clips.listen" : "clips.stop")}
          </Button>
        )}
      </div>
      <ClipStrip span={span} playedMs={listening.playedMs} {...rest} />
    </fieldset>
  );
}

/** The words as the clip's page will show them. */
function Spoken({ lines, language }: { lines: readonly Segment[]; language: string }) {
  const { t } = useTranslation("sharing");
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <h3 className="label" id={headingId}>
        {t("clips.words")}
      </h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, which the keyboard has to reach */}
      <div className="clip-form__words reading" lang={language} tabIndex={0} role="group" aria-labelledby={headingId}>
        {lines.length === 0 && <p className="muted">{t("clips.noWords")}</p>}
        {lines.map((line, index) => (
          <Fragmented key={line.id} line={line} isNew={line.speaker !== lines[index - 1]?.speaker} />
        ))}
      </div>
    </section>
  );
}

function Fragmented({ line: { speaker, text }, isNew }: { line: Segment; isNew: boolean }) {
  return (
    <>
      {isNew && speaker !== null && <b>{speaker}: </b>}
      {text}{" "}
    </>
  );
}

/** The browser did not let the page write to the clipboard: the link stands here, selected. */
function MadeClip({ clip }: { clip: Clip }) {
  const { t } = useTranslation("sharing");
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    input.current?.focus();
    input.current?.select();
  }, []);
  return (
    <div className="body stack">
      <p role="status">{t("clips.madeOnly")}</p>
      <Field label={t("clips.link")}>
        {(wiring) => <input {...wiring} ref={input} className="input" readOnly value={clip.url ?? ""} />}
      </Field>
    </div>
  );
}

/** Plays the passage with the player of the page, and stops at its end. */
function useListening({ fromMs, toMs }: ClipSpan): { playedMs: number | null; toggle: () => void } {
  const player = usePlayer();
  const [isOn, setOn] = useState(false);
  const ms = usePlayback((state) => state.ms);
  const isPlaying = usePlayback((state) => state.playing);
  const isOver = isOn && isPlaying && ms >= toMs;
  useEffect(() => {
    if (isOver) player.toggle();
  }, [isOver, player]);
  const held = useRef(false);
  useEffect(() => {
    held.current = isOn && isPlaying;
  }, [isOn, isPlaying]);
  // Closing the dialog ends the sound that it began.
  useEffect(() => () => (held.current ? player.toggle() : undefined), [player]);
  const toggle = () => {
    if (isOn && isPlaying) player.toggle();
    else player.seek(fromMs, { play: true });
    setOn(!(isOn && isPlaying));
  };
  return { playedMs: isOn && ms < toMs ? ms : null, toggle };
}

async function copyText(text: string | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text ?? "");
    return text !== null;
  } catch {
    return false;
  }
}
