/** Of a recording whose sound came ahead of its video. */
export const video = {
  awaited:
    "What stands here comes from the recording's sound, which came ahead of its video. The video is still on its way: keep the tab open that sends it.",
  missing:
    "The video of this recording did not arrive. The minutes and the transcript are written from its sound, which did.",
  differed: "The video has another sound than what came ahead of it. What differs was heard again in the video.",
} as const;
