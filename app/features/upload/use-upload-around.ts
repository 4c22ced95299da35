import { useNavigate } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSendUploadMessage } from "#app/features/upload/line/use-send-upload-message.ts";
import { isUnderWay, type UploadState } from "#app/features/upload/upload-flow.ts";
import { percentSent } from "#app/features/upload/upload-meter.ts";
import { useProgressTitle } from "#app/features/upload/use-progress-title.ts";
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
  useHeld(state, isOpen, onHeld);
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

/** A running upload is kept when the dialog is closed; a failure is kept until the user has seen it. */
function useHeld(state: UploadState, isOpen: boolean, onHeld: (isHeld: boolean) => void): void {
  const hasFailed = state.name === "form" && state.failure !== null;
  const [isSeen, setSeen] = useState(false);
  if (hasFailed && isOpen && !isSeen) setSeen(true);
  if (!hasFailed && isSeen) setSeen(false);
  const isHeld = isUnderWay(state) || (hasFailed && !isSeen);
  useEffect(() => onHeld(isHeld), [isHeld, onHeld]);
  useEffect(() => () => onHeld(false), [onHeld]);
}

function messageOf(state: UploadState, userId: string, title: string) {
  if (state.name !== "sending") return null;
  const stage = state.sound === "going" ? "sound" : state.way === "whole" ? "whole" : "video";
  return { userId, meetId: state.meetId, title, stage, percent: percentSent(state.meter) } as const;
}
