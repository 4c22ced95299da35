import { useEffect, useRef, useState } from "react";
import { callApi } from "#app/contracts/call-api.ts";
import { readWordOffers } from "#app/contracts/endpoints/words.ts";
import type { WordOfferView } from "#app/contracts/words.ts";
import { randomId } from "#app/domain/ids.ts";
import { ANSWER_MS_MAX } from "#app/domain/limits/screens.ts";
import { formatMoment } from "#app/domain/time.ts";
import { saveWord } from "#app/features/meeting/edit/edit-calls.ts";
import { usePlayer } from "#app/features/meeting/player/playback.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useToast } from "#app/ui/toast.tsx";

type Props = { meetId: string; playable: boolean };

/**
 * Names and terms that were perhaps misheard, one after the other, under the transcript: each is replaced everywhere or left. The last
 * replacement can be undone in the same place: a toast would lie over the next offer.
 */
export function WordOffers({ meetId, playable }: Props) {
  const { t } = useTranslation("words");
  const { offers, at, busy, last, replace, decline, undo } = useOffers(meetId);
  const panel = useRef<HTMLElement>(null);
  const hadFocus = useRef(false);
  const [offer] = offers;
  useEffect(() => {
    // The pressed button is gone after the last offer: the focus goes to what is left, or to the transcript.
    if (offer || !hadFocus.current) return;
    hadFocus.current = false;
    const next = panel.current?.querySelector("button") ?? document.querySelector("#transcript .panel__body");
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }, [offer]);
  const choose = (work: () => Promise<void>) => {
    hadFocus.current = panel.current?.contains(document.activeElement) ?? false;
    void work();
  };
  if (!offer && last === null) return null;
  return (
    <section ref={panel} className="panel__foot word-offers" aria-label={t("offers.title")}>
      {offer && (
        <OneOffer
          {...{ offer, busy, playable }}
          place={offers.length > 1 ? t("offers.place", { at, count: at + offers.length - 1 }) : null}
          onReplace={() => choose(() => replace(offer))}
          onKeep={() => choose(() => decline(offer))}
        />
      )}
      <div className="row row--wrap note" role="status">
        {last && <span className="muted">{last.text}</span>}
        {last?.saveId && (
          <Button kind="quiet" disabled={busy} onClick={() => choose(undo)}>
            {t("offers.undo")}
          </Button>
        )}
      </div>
    </section>
  );
}

type OfferProps = {
  offer: WordOfferView;
  busy: boolean;
  playable: boolean;
  place: string | null;
  onReplace: () => void;
  onKeep: () => void;
};

function OneOffer({ offer, busy, playable, place, onReplace, onKeep }: OfferProps) {
  const { t } = useTranslation("words");
  const player = usePlayer();
  const { word, heard, count, isKnown, startMs } = offer;
  const listen = t("offers.listen", { time: formatMoment(startMs) });
  return (
    <>
      <p>
        <strong>{t("offers.ask", { word })}</strong>{" "}
        <span className="muted">
          {t("offers.heard", { heard, count })}
          {isKnown && `, ${t("offers.known")}`}
        </span>
      </p>
      <div className="row row--wrap">
        <Button busy={busy} onClick={onReplace}>
          {t("offers.replace")}
        </Button>
        <Button kind="quiet" disabled={busy} onClick={onKeep}>
          {t("offers.keep")}
        </Button>
        {playable && (
          <Button kind="quiet" icon aria-label={listen} title={listen} onClick={() => player.playFrom(startMs)}>
            <Icon name="play" />
          </Button>
        )}
        {place !== null && <span className="note muted num">{place}</span>}
      </div>
    </>
  );
}

/** The person has not asked for them, so a failure is no message. */
async function readOffers(meetId: string): Promise<readonly WordOfferView[]> {
  const end = await callApi(readWordOffers, { params: { meetId }, timeoutMs: ANSWER_MS_MAX, unasked: true });
  return end.ok ? end.value.offers : [];
}

/** The last replacement, with the id by which it is undone; or that it was undone. */
type Last = { text: string; saveId: string | null; heard: string };

/** The offers that are left. Each choice saves at once. */
function useOffers(meetId: string) {
  const { t } = useTranslation(["words", "common"]);
  const toast = useToast();
  const [offers, setOffers] = useState<readonly WordOfferView[]>([]);
  const [done, setDone] = useState(0);
  const [last, setLast] = useState<Last | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    void readOffers(meetId).then(setOffers);
  }, [meetId]);
  const leave = (offer: WordOfferView, now: Last | null) => {
    setOffers((before) => before.filter((other) => other !== offer));
    setDone((before) => before + 1);
    setLast(now);
  };
  const send = async (body: Parameters<typeof saveWord>[1]) => {
    setBusy(true);
    const end = await saveWord(meetId, body);
    setBusy(false);
    if (!end.ok) toast("error", end.code === "edited-meanwhile" ? t("offers.gone") : (end.message ?? t("failed")));
    return end;
  };
  const replace = async (offer: WordOfferView) => {
    const { word, heard } = offer;
    const saveId = randomId();
    const end = await send({ choice: "replace", saveId, word, heard });
    if (end.ok) leave(offer, { text: t("offers.replaced", { heard, word }), saveId, heard });
    else if (end.code === "edited-meanwhile") leave(offer, null);
  };
  const decline = async (offer: WordOfferView) => {
    const { word, heard } = offer;
    const end = await send({ choice: "decline", saveId: randomId(), word, heard });
    if (end.ok) leave(offer, null);
  };
  const undo = async () => {
    if (!last?.saveId) return;
    const end = await send({ choice: "undo", saveId: randomId(), of: last.saveId });
    if (!end.ok) return;
    setLast({ text: t("offers.undone", { heard: last.heard }), saveId: null, heard: last.heard });
    setDone((before) => Math.max(0, before - 1));
    setOffers(await readOffers(meetId));
  };
  return { offers, at: done + 1, busy, last, replace, decline, undo };
}
