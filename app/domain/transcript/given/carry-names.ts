import type { CaptionCue } from "#app/domain/transcript/cues-to-segments.ts";
import { beginsDashed } from "#app/domain/transcript/given/split-voices.ts";
import { isSoundTag } from "#app/domain/transcript/speaker-prefix.ts";
import type { Turns } from "#app/domain/turns.ts";

type Named = CaptionCue & { speaker: string | null };

/** In a file that names people where they change, at least this share of the cues goes on with the person before. */
const GOES_ON_SHARE_MIN = 0.2;

/**
 * Gives the speaker of a cue to the cues that go on with their words: where one begins at the very moment at which the one before ends, as
 * programs write that cut a long turn into subtitles; and everywhere in a file that names people only where they change, in which no name
 * ever stands twice in a row. A dash begins another person, whose name is not known.
 */
export function* carryNames(cues: readonly Named[]): Turns<CaptionCue[]> {
  const isOnChange = namesOnChange(cues);
  let before: Named | null = null;
  const carried: CaptionCue[] = [];
  for (const cue of cues) {
    yield 1;
    if (isSoundTag(cue.text)) {
      carried.push(cue);
      continue;
    }
    const goesOn: boolean =
      cue.speaker === null &&
      before !== null &&
      !beginsDashed(cue.text) &&
      (isOnChange || before.endMs === cue.startMs);
    const named: Named = goesOn ? { ...cue, speaker: before?.speaker ?? null } : cue;
    carried.push(named);
    before = named;
  }
  return carried;
}

function namesOnChange(cues: readonly Named[]): boolean {
  const names = cues.flatMap(({ speaker }) => speaker ?? []);
  const twice = names.some((name, index) => name === names[index - 1]);
  const goingOn = cues.filter(({ speaker, text }) => speaker === null && !isSoundTag(text)).length;
  return names.length > 1 && !twice && goingOn >= cues.length * GOES_ON_SHARE_MIN;
}
