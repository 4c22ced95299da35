import { useTranslation } from "react-i18next";
import type { MeetingHead } from "#app/contracts/meeting-view.ts";
import { Notice } from "#app/ui/notice.tsx";

/** Where the sound came ahead of its video: that it is still to come, that it never came, or that it says something else. */
export function VideoNote({ video }: { video: NonNullable<MeetingHead["video"]> }) {
  const { t } = useTranslation("video");
  if (video === "missing") return <Notice>{t(video)}</Notice>;
  return <p className="reading lead">{t(video)}</p>;
}
