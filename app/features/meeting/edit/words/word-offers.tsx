import { useCallback, useEffect, useRef, useState } from "react";
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

/** Names and terms that were perhaps misheard, one after the other, under the transcript: each is replaced everywhere or left. */
export function WordOffers({ meetId, playable }: Props) {
  const { t } = useTranslation("words");
  const player = usePlayer();
  const { offers, at, busy, replace, decline } = useOffers(meetId);
  const offer = offers[0];
  const panel = useRef<HTMLElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    // After the last offer the focus goes to the transcript, which is beside.
    if (offer || !hadFocus.current) return;
    hadFocus.current = false;
    document.querySelector<HTMLElement>("#transcript .panel__body")?.focus({ preventScroll: true });
  }, [offer]);
  if (!offer) return null;
  const { word, heard, count, isKnown, startMs } = offer;
  const time = formatMoment(startMs);
  const choose = (work: (offer: WordOfferView) => Promise<void>) => {
    hadFocus.current = panel.current?.contains(document.activeElement) ?? false;
    void work(offer);
  };
  return (
    <section ref={panel} className="panel__foot word-offers" aria-label={t("offers.title")}>
      <p>
        <strong>{t("offers.ask", { word })}</strong>{" "}
        <span className="muted">
          {t("offers.heard", { heard, count })}
          {isKnown && `, ${t("offers.known")}`}
        </span>
      </p>
      <div className="row row--wrap">
        <Button busy={busy} onClick={() => choose(replace)}>
          {t("offers.replace")}
        </Button>
        <Button kind="quiet" disabled={busy} onClick={() => choose(decline)}>
          {t("offers.keep")}
        </Button>
        {playable && (
          <Button
            kind="quiet"
            icon
            aria-label={t("offers.listen", { time })}
            title={t("offers.listen", { time })}
            onClick={() => player.playFrom(startMs)}
          >
            <Icon name="play" />
          </Button>
        )}
        {offers.length > 1 && (
          <span className="note muted num">{t("offers.place", { at, count: at + offers.length - 1 })}</span>
        )}
      </div>
    </section>
  );
}

/** The offers that are left. Each choice saves at once; a replacement can be undone in its message. */
function useOffers(meetId: string) {
  const { t } = useTranslation(["words", "common"]);
  const toast = useToast();
  const [offers, setOffers] = useState<readonly WordOfferView[]>([]);
  const [done, setDone] = useState(0);
  const [busy, setBusy] = useState(false);
  const read = useCallback(async () => {
    // Nobody has asked for them: a failure is no message.
    const end = await callApi(readWordOffers, { params: { meetId }, timeoutMs: ANSWER_MS_MAX, unasked: true });
    if (end.ok) setOffers(end.value.offers);
  }, [meetId]);
  useEffect(() => void read(), [read]);
  const leave = (offer: WordOfferView) => {
    setOffers((before) => before.filter((other) => other !== offer));
    setDone((before) => before + 1);
  };
  const send = async (body: Parameters<typeof saveWord>[1]) => {
    setBusy(true);
    const end = await saveWord(meetId, body);
    setBusy(false);
    if (!end.ok) toast("error", end.code === "edited-meanwhile" ? t("offers.gone") : (end.message ?? t("failed")));
    return end;
  };
  const undo = async (of: string, heard: string) => {
    const end = await send({ choice: "undo", saveId: randomId(), of });
    if (!end.ok) return;
    toast("done", t("offers.undone", { heard }));
    await read();
  };
  const replace = async (offer: WordOfferView) => {
    const { word, heard } = offer;
    const saveId = randomId();
    const end = await send({ choice: "replace", saveId, word, heard });
    if (!end.ok && end.code !== "edited-meanwhile") return;
    leave(offer);
    if (!end.ok) return;
    const action = { label: t("offers.undo"), run: () => void undo(saveId, heard) };
    toast("done", t("offers.replaced", { heard, word }), action);
  };
  const decline = async (offer: WordOfferView) => {
    const { word, heard } = offer;
    const end = await send({ choice: "decline", saveId: randomId(), word, heard });
    if (end.ok) leave(offer);
  };
  return { offers, at: done + 1, busy, replace, decline };
}
