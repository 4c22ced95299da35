import type { Levels } from "../capture/capture-events.ts";
import type { SpeakingMark, TrackOwner } from "../platforms/platform-adapter.ts";
import type { EventLog } from "../spool/event-log.ts";
import { isLoud, listen, type Stretch, trackCertainty } from "./who-spoke.ts";

export type SpeechReport = {
  levels(event: Levels): void;
  owners(owners: TrackOwner[]): void;
  marks(marks: SpeakingMark[], at: number): void;
  /** Last time at which the mix was above silence, 0 for never. */
  loudAt(): number;
  /** Last time at which a track's packets, or the page, showed that somebody speaks; 0 for never. */
  toldAt(): number;
  end(): void;
};

/** Reports to Acta who spoke when: from the sound of each track and its owner, or from the page's own marks. */
export function reportSpeech(events: Pick<EventLog, "add">): SpeechReport {
  const mix = listen();
  const tracks = listen();
  const marked = listen();
  let owners = new Map<number, TrackOwner>();
  let document = "";
  let hasMarks = false;
  let loudAt = 0;
  let toldAt = 0;
  const markedBefore = new Set<string>();

  function tellTracks(stretches: Stretch[]): void {
    for (const { who, startAt, endAt, certainty } of stretches) {
      const owner = owners.get(Number(who));
      // A mix of several people: the page's marks report the speaker.
      if (!owner && hasMarks) continue;
      const confidence = owner ? certainty * owner.confidence : 0;
      events.add({ type: "speech", personId: owner?.personId ?? null, startAt, endAt, confidence });
    }
  }

  function tellMarks(stretches: Stretch[]): void {
    for (const { who, startAt, endAt, certainty } of stretches) {
      events.add({ type: "speech", personId: who, startAt, endAt, confidence: certainty });
    }
  }

  function tellLoud(stretches: Stretch[]): void {
    for (const { startAt, endAt } of stretches) events.add({ type: "loud", startAt, endAt });
  }

  return {
    levels(event) {
      if (event.document !== document) {
        // Another document numbers its tracks from 1 again.
        tellTracks(tracks.end());
        owners = new Map();
        document = event.document;
      }
      for (const { at, mix: level, tracks: heard } of event.levels) {
        const loud = isLoud(level);
        if (loud) loudAt = at;
        tellLoud(mix.sample("mix", at, loud ? 1 : 0));
        for (const [track, rms, packets] of heard) {
          if (packets > 0.01) toldAt = at;
          tellTracks(tracks.sample(String(track), at, trackCertainty(rms, packets)));
        }
        tellTracks(tracks.sweep(at));
      }
    },
    owners(next) {
      // An owner who has left is kept: their last stretch may still be open.
      for (const owner of next) owners.set(owner.track, owner);
    },
    marks(marks, at) {
      hasMarks = true;
      const now = new Set(marks.map((mark) => mark.personId));
      for (const mark of marks) {
        markedBefore.add(mark.personId);
        toldAt = at;
        tellMarks(marked.sample(mark.personId, at, mark.confidence));
      }
      for (const personId of markedBefore) {
        if (!now.has(personId)) tellMarks(marked.sample(personId, at, 0));
      }
    },
    loudAt: () => loudAt,
    toldAt: () => toldAt,
    end() {
      tellTracks(tracks.end());
      tellMarks(marked.end());
      tellLoud(mix.end());
    },
  };
}
