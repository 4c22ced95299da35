import { useNavigate, useRevalidator } from "@remix-run/react";
import { useCallback, useEffect, useId, useState } from "react";
import { tracksOf } from "#app/domain/here/here.ts";
import { formatMoment } from "#app/domain/time.ts";
import { openCapture } from "#app/features/here/capture/browser-capture.ts";
import { type BeginProblem, continueRecording } from "#app/features/here/session/begin-recording.ts";
import { type Finished, finishRecording } from "#app/features/here/session/finish-recording.ts";
import { hereServer, type Person } from "#app/features/here/session/here-server.ts";
import { browserClock, isRecorderBusy, withRecorderLock } from "#app/features/here/session/run-session.ts";
import { opfsStore } from "#app/features/here/spool/opfs-store.ts";
import {
  measureWaiting,
  openAgain,
  openWaiting,
  type RecordingSpool,
  removeExpired,
} from "#app/features/here/spool/recording-spool.ts";
import { sendPieces, type SendState } from "#app/features/here/spool/send-pieces.ts";
import { DiscardDialog } from "#app/features/here/waiting/discard-dialog.tsx";
import { KeptFiles } from "#app/features/here/waiting/kept-files.tsx";
import { formatDuration, formatTimeOfDay } from "#app/i18n/format.ts";
import { LocalTime, useLocale } from "#app/i18n/local-time.tsx";
import { useTimeZone } from "#app/i18n/time-zone.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { FieldError } from "#app/ui/field.tsx";
import { SourceIcon } from "#app/ui/source-icon.tsx";
import { useToast } from "#app/ui/toast.tsx";
import "#app/features/here/here.css";

/** Recordings of this account that this browser could not send to their end: after a crash, or a closed tab. */
export function WaitingRecordings({ person, serverNow }: { person: Person; serverNow: number }) {
  const [waiting, setWaiting] = useState<RecordingSpool[]>([]);
  const read = useCallback(() => readWaiting(person.id, serverNow).then(setWaiting), [person.id, serverNow]);
  useEffect(() => {
    void read();
  }, [read]);
  return waiting.map((spool) => (
    <Waiting key={spool.about().meetId} spool={spool} person={person} onChange={() => void read()} />
  ));
}

/** Nothing while a tab of this browser records: its recording waits for nothing. */
async function readWaiting(userId: string, serverNow: number): Promise<RecordingSpool[]> {
  if (await isRecorderBusy(userId)) return [];
  const store = opfsStore();
  await removeExpired(store, { browserNow: Date.now(), serverNow });
  return openWaiting({ store, userId });
}

type Props = { spool: RecordingSpool; person: Person; onChange: () => void };

function Waiting({ spool, person, onChange }: Props) {
  const { t } = useTranslation("recordHere");
  const locale = useLocale();
  const timeZone = useTimeZone();
  const id = useId();
  const [isAsked, setAsked] = useState(false);
  const rest = useRest(spool, person, onChange);
  const { problem, isBusy, goOn } = useContinue(spool, person);
  const { title, startedAt, lastAt, isStopped, isFinished = false } = spool.about();
  // The server takes nothing of it any more: the person can keep what is here, or throw it away.
  const isKept = isFinished || rest.state === "gone";
  const { ms, endMs } = measureWaiting(spool.waiting());
  const recordedMs = Math.max(endMs, spool.about().recordedMs);
  const length = formatDuration(Math.max(ms, 1000), locale);
  const sending = rest.state === "gone" || rest.state === "busy" ? null : rest.state;
  const facts = {
    title,
    from: formatTimeOfDay(startedAt, locale, timeZone),
    to: formatTimeOfDay(lastAt, locale, timeZone),
  };
  const said = useWaitingTexts({ ms, length, isKept, isFinished, isGone: rest.state === "gone" });
  return (
    <section className="waits" aria-labelledby={id}>
      <SourceIcon name="microphone" />
      <h2 className="section" id={id}>
        {said.headline}
      </h2>
      <p>
        {t("waits.recorded", facts)} (<LocalTime at={startedAt} format="date" />
        ). {said.explanation}
      </p>
      {isKept && <KeptFiles spool={spool} />}
      {sending !== null ? (
        <p className="note" role="status">
          {t(`waits.${sending}`)}
        </p>
      ) : (
        <div className="actions">
          {!isKept && (
            <>
              <Button kind="primary" large onClick={rest.send}>
                {ms > 0 ? t("waits.send", { length }) : t("waits.sendAll")}
              </Button>
              {!isStopped && (
                <Button large busy={isBusy} onClick={goOn}>
                  {t("waits.finish")}
                </Button>
              )}
            </>
          )}
          <Button kind="quiet" large onClick={() => setAsked(true)}>
            {t("waits.discard")}
          </Button>
        </div>
      )}
      {rest.state === "gone" && <p role="alert">{t("trouble.gone")}</p>}
      {rest.state === "busy" && <FieldError>{t("waits.busy")}</FieldError>}
      {problem !== null && <FieldError>{t(`problem.${problem}`)}</FieldError>}
      {rest.state === null && !isKept && (
        <p className="note muted">{t("waits.about", { moment: formatMoment(recordedMs) })}</p>
      )}
      {isAsked && (
        <DiscardDialog
          title={title}
          length={length}
          isKept={isKept}
          onClose={() => setAsked(false)}
          onDiscard={async () => {
            const isDiscarded = await discardWaiting(spool, { person, isKept });
            if (isDiscarded) onChange();
            return isDiscarded;
          }}
        />
      )}
    </section>
  );
}

type Waited = { ms: number; length: string; isKept: boolean; isFinished: boolean; isGone: boolean };

function useWaitingTexts({ ms, length, isKept, isFinished, isGone }: Waited) {
  const { t } = useTranslation("recordHere");
  const kept = ms > 0 ? t("kept.title", { length }) : t("kept.notes");
  const waits = ms > 0 ? t("waits.title", { length }) : t("waits.titleSent");
  const place = isGone ? null : t(ms > 0 ? "waits.onlyHere" : "waits.onServer");
  return { headline: isKept ? kept : waits, explanation: isFinished ? t("kept.text") : place };
}

/** False where the server could not be asked. The meeting of a recording that has ended stays as it is. */
async function discardWaiting(spool: RecordingSpool, { person, isKept }: { person: Person; isKept: boolean }) {
  const answer = isKept ? "stored" : await hereServer(spool.about().meetId, person).abandon();
  if (answer === "later" || answer === "signed-out") return false;
  await spool.remove();
  return true;
}

/** Sends what waits. A recording that the person had stopped is sent without a question. */
function useRest(spool: RecordingSpool, person: Person, onChange: () => void) {
  const { t } = useTranslation("recordHere");
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const [state, setState] = useState<RestState | "busy" | null>(null);
  const send = useCallback(async () => {
    setState("sending");
    const ended = await withRecorderLock(person.id, () => sendRest({ spool, person, onState: setState })).catch(
      // Its files cannot be read now: everything is as it was.
      () => "unread" as const,
    );
    if (ended === "gone") return setState("gone");
    if (ended === "unread") return setState(null);
    if (ended === null) return setState("busy");
    if (ended === "finished") toast("done", t("waits.sent"));
    else toast("error", t("trouble.kept"));
    revalidate();
    onChange();
  }, [spool, person, onChange, revalidate, toast, t]);
  const { isStopped, isFinished = false } = spool.about();
  const isToSend = isStopped && !isFinished;
  useEffect(() => {
    if (isToSend) void send();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it is found
  }, [isToSend]);
  return { state, send: () => void send() };
}

function useContinue(spool: RecordingSpool, person: Person) {
  const navigate = useNavigate();
  const [problem, setProblem] = useState<BeginProblem | null>(null);
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    setProblem(null);
    const capture = await openCapture().catch(() => null);
    if (capture === null) {
      setBusy(false);
      return setProblem("failed");
    }
    const needsMicrophone = tracksOf(spool.about().source).includes("microphone") || spool.about().source !== "tab";
    const refused = needsMicrophone ? await capture.open("microphone") : null;
    const begun =
      refused === null
        ? await continueRecording({ capture, person, spool })
        : ({ ok: false, problem: refused } as const);
    setBusy(false);
    if (begun.ok) return navigate(`/${begun.meetId}`);
    capture.release();
    setProblem(begun.problem);
  };
  return { problem, isBusy, goOn: () => void run() };
}

export type RestState = SendState;

type Input = { spool: RecordingSpool; person: Person; onState: (state: RestState) => void };

/** Sends what a recording left in this browser, and ends it. Another tab may have done so before. */
export async function sendRest({ spool: listed, person, onState }: Input): Promise<Finished> {
  const spool = await openAgain({ store: opfsStore(), userId: person.id }, listed);
  if (spool === null) return "finished";
  const server = hereServer(spool.about().meetId, person);
  const sender = sendPieces({
    spool,
    send: server.piece,
    clock: browserClock,
    onChange: () => onState(sender.state()),
  });
  const wake = () => sender.wake();
  window.addEventListener("online", wake);
  const ended = await finishRecording({ spool, sender, server, clock: browserClock });
  window.removeEventListener("online", wake);
  sender.close();
  return ended;
}
