import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { randomId } from "#app/domain/ids.ts";
import { HERE_NOTE_CHARS_MAX, HERE_NOTES_MAX } from "#app/domain/limits/here.ts";
import { formatMoment } from "#app/domain/time.ts";
import type { RecordingSession } from "#app/features/here/session/recording-session.ts";
import { useRecordedMs, useSessionState } from "#app/features/here/session/use-session.ts";
import { Button } from "#app/ui/button.tsx";

/** Own notes, the newest first. A note keeps the moment of its first letter, because that is when it was thought. */
export function HereNotes({ session, lang }: { session: RecordingSession; lang: string }) {
  const { t } = useTranslation("recordHere");
  const { notes, phase } = useSessionState(session);
  const id = useId();
  const isOpen = phase === "recording" || phase === "paused";
  if (!isOpen && notes.length === 0) return null;
  const mayWrite = isOpen && notes.length < HERE_NOTES_MAX;
  return (
    <section className="here-block" aria-labelledby={id}>
      <h2 className="section" id={id}>
        {t("notes.title")}
      </h2>
      <p className="note muted">{t("notes.about")}</p>
      {mayWrite && <NoteBox session={session} />}
      {notes.length > 0 && (
        <ol className="here-notes lines">
          {notes.toReversed().map((note) => (
            <li key={note.id} className="line">
              <div className="line__when">
                <Moment ms={note.atMs} />
              </div>
              <p className="reading" lang={lang}>
                {note.text}
              </p>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function NoteBox({ session }: { session: RecordingSession }) {
  const { t } = useTranslation("recordHere");
  const recordedMs = useRecordedMs(session);
  const id = useId();
  const [text, setText] = useState("");
  const [begunMs, setBegunMs] = useState<number | null>(null);
  const atMs = begunMs ?? recordedMs;
  const write = (next: string) => {
    setText(next);
    if (next === "") setBegunMs(null);
    else if (begunMs === null) setBegunMs(session.recordedMs());
  };
  const add = () => {
    const line = text.trim();
    if (line !== "") void session.addNote({ id: randomId(), atMs: Math.round(atMs), text: line });
    return line !== "";
  };
  const keep = (event: FormEvent) => {
    event.preventDefault();
    if (add()) write("");
  };
  // The box goes with the recording's end, or with the page: what stands in it is kept.
  const rest = useRef(add);
  useEffect(() => {
    rest.current = add;
  });
  useEffect(() => () => void rest.current(), []);
  return (
    <form className="notebox" onSubmit={keep}>
      <label className="sr" htmlFor={id}>
        {t("notes.label", { moment: formatMoment(atMs) })}
      </label>
      <Moment ms={atMs} />
      <input
        id={id}
        autoComplete="off"
        maxLength={HERE_NOTE_CHARS_MAX}
        value={text}
        onChange={(event) => write(event.currentTarget.value)}
      />
      <Button type="submit">{t("notes.keep")}</Button>
    </form>
  );
}

/** A moment that cannot be played yet. */
function Moment({ ms }: { ms: number }) {
  return (
    <span className="moment moment--text">
      <time dateTime={`PT${Math.floor(ms / 1000)}S`}>{formatMoment(ms)}</time>
    </span>
  );
}
