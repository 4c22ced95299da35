import { useTranslation } from "react-i18next";
import type { MeetingHead } from "#app/contracts/meeting-view.ts";
import { Notice } from "#app/ui/notice.tsx";

/** For sound that was sent ahead of its video: the video is still to come, never came, or its sound differs. */
export function VideoNote({ video }: { video: NonNullable<MeetingHead["video"]> }) {
  const { t } = useTranslation("video");
  if (video === "missing") return <Notice>{t(video)}</Notice>;
  return <p className="reading lead">{t(video)}</p>;
}
