import type { HereInput, Levels } from "#app/features/here/capture/capture.ts";
import { shownLevel, type SourceState, watchSource } from "#app/features/here/capture/source-watch.ts";

export type InputLevel = { level: number; state: SourceState };
export type SessionLevels = Partial<Record<HereInput, InputLevel>>;

export interface InputWatch {
  levels: () => SessionLevels;
  /** Takes what was heard until `now`. While nothing is recorded, nothing counts as silence. An `unrecorded` input is heard and not recorded. */
  takeLevels: (
    heard: Levels,
    now: number,
    recording: { isRecording: boolean; unrecorded: readonly HereInput[] },
  ) => void;
  /** Nothing is heard of any input any more, not even silence. */
  lose: () => void;
  /** An input is new: its silence begins now. */
  rest: (now: number, input?: HereInput) => void;
}

const INPUTS = ["microphone", "tab"] as const;

/** The levels of the inputs. `onSilence` is told once when one falls silent, and once when it is heard again. */
export function watchInputs(now: number, onSilence: (input: HereInput, isSilent: boolean) => void): InputWatch {
  const watches = {
    microphone: watchSource({ now, hasDeadSilence: false }),
    tab: watchSource({ now, hasDeadSilence: true }),
  };
  const silent = new Set<HereInput>();
  let levels: SessionLevels = {};
  const tell = (input: HereInput, isSilent: boolean) => {
    if (isSilent === silent.has(input)) return;
    if (isSilent) silent.add(input);
    else silent.delete(input);
    onSilence(input, isSilent);
  };
  return {
    levels: () => levels,
    takeLevels(measured, at, { isRecording, unrecorded }) {
      levels = {};
      for (const input of INPUTS) {
        const loudness = measured[input];
        if (!loudness) continue;
        if (!isRecording) watches[input].rest(at);
        const ownState = watches[input].take(loudness, at);
        const state = unrecorded.includes(input) ? "dead" : ownState;
        levels[input] = { level: shownLevel(loudness), state };
        tell(input, state === "silent" || state === "dead");
      }
    },
    lose() {
      const heard = INPUTS.filter((input) => levels[input]);
      levels = Object.fromEntries(heard.map((input) => [input, { level: 0, state: "dead" }]));
      for (const input of heard) tell(input, true);
    },
    rest(at, input) {
      for (const each of input === undefined ? INPUTS : [input]) watches[each].rest(at);
    },
  };
}
