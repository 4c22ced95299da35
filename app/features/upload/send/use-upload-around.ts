import { useNavigate } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { UPLOAD_MESSAGE_MS_MIN } from "#app/domain/limits/uploads.ts";
import { formatPercent } from "#app/features/upload/form/format-size.ts";
import {
  openUploadChannel,
  sendUploadMessage,
  type UploadMessage,
  WHO_SENDS,
} from "#app/features/upload/line/upload-message.ts";
import { hasStopped, isUnderWay, type UploadState } from "#app/features/upload/send/upload-flow.ts";
import { percentSent } from "#app/features/upload/send/upload-meter.ts";
import { useToast } from "#app/ui/toast.tsx";

type Input = {
  state: UploadState;
  isOpen: boolean;
  onHeld: (isHeld: boolean) => void;
  userId: string;
  title: string;
};

/** Effects of an upload outside of its dialog: tab title, messages to other tabs, keeping the upload, and the final navigation. */
export function useUploadAround({ state, isOpen, onHeld, userId, title }: Input): void {
  useArrival(state, isOpen, title);
  useProgressTitle(state);
  useHeld({ isUnderWay: isUnderWay(state), hasStopped: hasStopped(state), isOpen, onHeld });
  useSendUploadMessage(messageOf(state, userId, title));
}

/** §4: on success the modal closes and the user goes to the meeting. Users who closed it earlier stay on their page. */
function useArrival(state: UploadState, isOpen: boolean, title: string): void {
  const { t } = useTranslation("upload");
  const navigate = useNavigate();
  const toast = useToast();
  const meetId = state.name === "arrived" ? state.meetId : null;
  const arrive = useRef(() => {});
  useEffect(() => {
    arrive.current = () => {
      // Replaces the dialog's history entry: going back leads to the page on which it was opened.
      if (isOpen) navigate(`/${meetId}`, { replace: true });
      else toast("done", t("line.arrived", { title }));
    };
  });
  useEffect(() => {
    if (meetId !== null) arrive.current();
  }, [meetId]);
}

type Held = Pick<Input, "isOpen" | "onHeld"> & { isUnderWay: boolean; hasStopped: boolean };

/** A running upload is kept when the dialog is closed; one that has stopped is kept until the user has seen it. */
export function useHeld({ isUnderWay, hasStopped, isOpen, onHeld }: Held): void {
  const [isSeen, setSeen] = useState(false);
  if (hasStopped && isOpen && !isSeen) setSeen(true);
  if (!hasStopped && isSeen) setSeen(false);
  const isHeld = isUnderWay || (hasStopped && !isSeen);
  useEffect(() => onHeld(isHeld), [isHeld, onHeld]);
  useEffect(() => () => onHeld(false), [onHeld]);
}

function messageOf(state: UploadState, userId: string, title: string) {
  if (state.name !== "sending") return null;
  const stage = state.sound === "going" ? "sound" : state.way === "whole" ? "whole" : "video";
  return { userId, meetId: state.meetId, title, stage, percent: percentSent(state.meter) } as const;
}

/** Shows the upload's progress in the tab's title, for users who work in another tab. Afterwards the page's title is restored. */
function useProgressTitle(state: UploadState): void {
  const { i18n } = useTranslation();
  const percent = state.name === "sending" ? formatPercent(percentSent(state.meter), i18n.language) : null;
  useEffect(() => {
    if (percent === null) return;
    const own = document.title;
    document.title = `${percent} · ${own}`;
    return () => {
      document.title = own;
    };
  }, [percent]);
}

type Told = Omit<UploadMessage, "tab">;

/** Tells the browser's other pages of this tab's upload: as it goes on, at most each second, and when one of them asks. */
function useSendUploadMessage(message: Told | null): void {
  const latest = useRef<Told | null>(null);
  const channel = useRef<BroadcastChannel | null>(null);
  const told = useRef({ at: 0, stage: "" });
  useEffect(() => {
    latest.current = message;
    if (message === null || channel.current === null) return;
    const at = performance.now();
    if (told.current.stage === message.stage && at - told.current.at < UPLOAD_MESSAGE_MS_MIN) return;
    told.current = { at, stage: message.stage };
    sendUploadMessage(channel.current, message);
  });
  const isOn = message !== null;
  useEffect(() => {
    if (!isOn) return;
    const own = openUploadChannel();
    channel.current = own;
    let last = latest.current;
    const tell = () => {
      last = latest.current ?? last;
      if (own !== null && last !== null) sendUploadMessage(own, last);
    };
    tell();
    const answer = ({ data }: MessageEvent<unknown>) => {
      if (data === WHO_SENDS) tell();
    };
    own?.addEventListener("message", answer);
    return () => {
      channel.current = null;
      last = latest.current ?? last;
      if (own !== null && last !== null) sendUploadMessage(own, { ...last, stage: "over" });
      own?.close();
    };
  }, [isOn]);
}
