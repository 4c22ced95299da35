import { useEffect, useState, useSyncExternalStore } from "react";
import { callApi } from "#app/contracts/call-api.ts";
import { readSpeechOutlook } from "#app/contracts/endpoints/speech-outlook.ts";
import type { SpeechOutlookAnswer } from "#app/contracts/speech-outlook-answer.ts";
import { mayHaveLocalModel } from "#app/contracts/watch-local-model.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";

function onNetwork(listener: () => void): () => void {
  const stop = new AbortController();
  window.addEventListener("online", listener, { signal: stop.signal });
  window.addEventListener("offline", listener, { signal: stop.signal });
  return () => stop.abort();
}

/**
 * The cost of transcribing on this machine, before anything is sent: the model that is downloaded first, the time for an hour of talk once it
 * was measured, and the recordings that go before. Nothing where another engine transcribes.
 */
export function SpeechOutlook({ language }: { language: string }) {
  const { t } = useTranslation("upload");
  const [outlook, setOutlook] = useState<SpeechOutlookAnswer | null>(null);
  useEffect(() => {
    if (!mayHaveLocalModel(window.location.hostname)) return;
    const end = new AbortController();
    void (async () => {
      const answer = await callApi(readSpeechOutlook, { query: { language }, signal: end.signal, unasked: true });
      if (answer.ok && !end.signal.aborted) setOutlook(answer.value);
    })();
    return () => end.abort();
  }, [language]);
  const isWithoutNetwork = useSyncExternalStore(
    onNetwork,
    () => !navigator.onLine,
    () => false,
  );
  if (outlook === null || outlook.state === "none") return null;
  const { fetchBytes, minutesPerHour, recordings } = outlook;
  const facts = [
    fetchBytes > 0 ? t("outlook.fetch", { size: Math.round(fetchBytes / 1_000_000) }) : null,
    fetchBytes > 0 && isWithoutNetwork ? t("outlook.noInternet") : null,
    minutesPerHour === null ? null : t("outlook.pace", { count: minutesPerHour }),
    recordings > 0 ? t("outlook.ahead", { count: recordings }) : null,
  ].filter((fact) => fact !== null);
  return facts.length === 0 ? null : <p className="hint">{facts.join(" ")}</p>;
}
