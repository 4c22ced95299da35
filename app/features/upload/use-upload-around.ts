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

/** What an upload does outside of its dialog: the tab's title, the other tabs, whether it is kept, and where it leads. */
export function useUploadAround({ state, isOpen, onHeld, userId, title }: Input): void {
  useArrival(state, isOpen, title);
  useProgressTitle(state);
  useHeld(state, isOpen, onHeld);
  useSendUploadMessage(messageOf(state, userId, title));
}

/** §4: on success the modal closes and the user goes to the meeting; who closed it before is where they want to be. */
function useArrival(state: UploadState, isOpen: boolean, title: string): void {
  const { t } = useTranslation("upload");
  const navigate = useNavigate();
  const toast = useToast();
  const meetId = state.name === "arrived" ? state.meetId : null;
  const arrive = useRef(() => {});
  useEffect(() => {
    arrive.current = () => {
      // In place of the dialog's own entry: going back leads to where it was opened.
      if (isOpen) navigate(`/${meetId}`, { replace: true });
      else toast("done", t("line.arrived", { title }));
    };
  });
  useEffect(() => {
    if (meetId !== null) arrive.current();
  }, [meetId]);
}

/** What is under way is kept when the dialog is closed; what failed meanwhile, until it was seen. */
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
