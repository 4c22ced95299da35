import { Link, useLocation } from "@remix-run/react";
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { callApi } from "#app/contracts/call-api.ts";
import { correctSegment, readSegment } from "#app/contracts/endpoints/edits.ts";
import { addWords } from "#app/contracts/endpoints/words.ts";
import { randomId } from "#app/domain/ids.ts";
import { SEGMENT_EDIT_CHARS_MAX } from "#app/domain/limits/minutes.ts";
import { ANSWER_MS_MAX } from "#app/domain/limits/screens.ts";
import { correctedWord } from "#app/domain/words/corrected-word.ts";
import { formatMoment } from "#app/domain/time.ts";
import { type CorrectTurnProps, useEditActions } from "#app/features/meeting/edit/edit-actions.ts";
import { saveEdit } from "#app/features/meeting/edit/edit-calls.ts";
import { GrowingText } from "#app/features/meeting/edit/minutes/growing-text.tsx";
import type { SegmentView } from "#app/features/meeting/live/live-view.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useToast } from "#app/ui/toast.tsx";

/** The words of one turn as text fields, in place: each segment is corrected separately, and the recognised text is kept. */
export default function CorrectTurn({ meetId, segments, segmentId, onDone }: CorrectTurnProps) {
  const { t } = useTranslation(["edit", "editActions", "common"]);
  const actions = useEditActions();
  const { pathname } = useLocation();
  const { texts, write, save, restore, busy, problem } = useCorrections(meetId, segments, onDone);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === "Escape") onDone();
    else if (event.key === "Enter") void save();
    else return;
    event.preventDefault();
  };
  return (
    <div className="stack correct">
      {segments.map((segment) => (
        <div key={segment.id} className="stack">
          <GrowingText
            label={t("segment.label", { time: formatMoment(segment.startMs) })}
            value={texts.get(segment.id) ?? ""}
            charsMax={SEGMENT_EDIT_CHARS_MAX}
            focused={segment.id === segmentId}
            onKeyDown={onKeyDown}
            onChange={(text) => write(segment.id, text)}
          />
          {segment.edited && <Recognised meetId={meetId} segment={segment} onRestore={() => void restore(segment)} />}
          {actions && (
            <p className="row row--wrap">
              <button
                className="btn btn--quiet note"
                type="button"
                aria-label={`${t("editActions:segment.assign")}, ${formatMoment(segment.startMs)}`}
                onClick={() => actions.assignSegments([segment.id])}
              >
                {t("editActions:segment.assign")}
              </button>
              {actions.splits && (
                <Link
                  className="btn btn--quiet note"
                  to={`${pathname}?split=${meetId}&at=${segment.startMs}`}
                  aria-label={`${t("split")}, ${formatMoment(segment.startMs)}`}
                  preventScrollReset
                >
                  {t("split")}
                </Link>
              )}
            </p>
          )}
        </div>
      ))}
      {problem !== null && (
        <p className="error error--world" role="alert">
          <Icon name="alert" />
          {problem}
        </p>
      )}
      <p className="row row--wrap">
        <Button kind="primary" busy={busy} onClick={() => void save()}>
          {t("save")}
        </Button>
        <Button kind="quiet" onClick={onDone}>
          {t("common:action.cancel")}
        </Button>
      </p>
      <p className="hint">{t("segment.note")}</p>
    </div>
  );
}

/** Shows the recognised text on demand, and offers to restore it. */
function Recognised({ meetId, segment, onRestore }: { meetId: string; segment: SegmentView; onRestore: () => void }) {
  const { t } = useTranslation(["edit", "common"]);
  const [original, setOriginal] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const show = async () => {
    setProblem(null);
    const end = await callApi(readSegment, {
      params: { meetId, segmentId: segment.id },
      timeoutMs: ANSWER_MS_MAX,
    });
    if (end.ok) setOriginal(end.value.segment.original);
    else setProblem(end.message ?? t("common:error.loadingData"));
  };
  return (
    <p className="row row--wrap note">
      {original === null ? (
        <button className="btn btn--quiet" type="button" onClick={() => void show()}>
          {t("segment.showOriginal")}
        </button>
      ) : (
        <span className="muted">{t("segment.original", { text: original })}</span>
      )}
      <button className="btn btn--quiet" type="button" onClick={onRestore}>
        {t("segment.restore")}
      </button>
      {problem !== null && (
        <span className="error error--world" role="alert">
          <Icon name="alert" />
          {problem}
        </span>
      )}
    </p>
  );
}

/** The words of a turn as they are being corrected, piece by piece; each names the words that it was made on. */
function useCorrections(meetId: string, segments: readonly SegmentView[], onDone: () => void) {
  const { t } = useTranslation(["edit", "common"]);
  const toast = useToast();
  const asShown = () => new Map(segments.map(({ id, text }) => [id, text]));
  const [texts, setTexts] = useState(asShown);
  const [begun, setBegun] = useState(asShown);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const send = (id: string, before: string, text: string | null) =>
    saveEdit(correctSegment, { params: { meetId, segmentId: id }, body: { saveId: randomId(), before, text } });
  const save = async () => {
    if (busy) return;
    const changed = segments.filter(({ id }) => texts.get(id) !== begun.get(id));
    if (changed.some(({ id }) => !texts.get(id)?.trim())) return setProblem(t("segment.empty"));
    setBusy(true);
    setProblem(null);
    for (const { id } of changed) {
      const text = texts.get(id) ?? "";
      const end = await send(id, begun.get(id) ?? "", text);
      if (end.ok) {
        setBegun((known) => new Map(known).set(id, text));
        continue;
      }
      setBusy(false);
      if (end.code !== "edited-meanwhile") return setProblem(end.message ?? t("common:error.connection"));
      // Theirs came over the socket; a second save is made on it.
      const now = segments.find((segment) => segment.id === id)?.text ?? "";
      setBegun((known) => new Map(known).set(id, now));
      return setProblem(`${t("segment.meanwhile")} ${now}`);
    }
    if (changed.length > 0) toast("done", t("segment.saved"), wordAction(changed.map(({ id }) => id)));
    onDone();
  };
  /** Offers to keep a name that the person wrote in the place of another; none where more than one passage was changed. */
  const wordAction = (ids: readonly string[]) => {
    const [id = ""] = ids;
    const word = ids.length === 1 ? correctedWord(begun.get(id) ?? "", texts.get(id) ?? "") : null;
    return word === null ? undefined : { label: t("segment.addWord", { word }), run: () => void addWord(word) };
  };
  const addWord = async (word: string) => {
    const end = await callApi(addWords, { body: { list: "own", text: word } });
    if (!end.ok) return toast("error", end.message ?? t("common:error.connection"));
    toast("done", t("segment.wordAdded", { word }));
  };
  const restore = async ({ id, text }: SegmentView) => {
    const end = await send(id, text, null);
    if (!end.ok) return setProblem(end.message ?? t("common:error.connection"));
    toast("done", t("segment.restored"));
    onDone();
  };
  const write = (id: string, text: string) => setTexts((known) => new Map(known).set(id, text));
  return { texts, write, save, restore, busy, problem };
}
