/** Of a recording whose sound came ahead of its video. */
export const video = {
  awaited:
    "This text comes from the recording’s sound, which arrived before its video. The video is still on its way: keep the tab that sends it open.",
  missing:
    "The video of this recording did not arrive. The minutes and the transcript are written from its sound, which did arrive.",
  differed:
    "The video’s sound is not the same as the sound that arrived before it. The parts that differ were transcribed again from the video.",
} as const;
