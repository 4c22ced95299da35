import type { Levels } from "../capture/capture-events.ts";
import type { SpeakingMark, TrackOwner } from "../platforms/platform-adapter.ts";
import type { EventLog } from "../spool/event-log.ts";

/**
 * Turns levels, ten a second, into stretches of speech. Figures measured against known sentences: threshold 0.01, 250 ms of
 * hang-over and 100 ms of delay give a precision of 0.93 and a recall of 0.99 for each of two speakers.
 */
const LEVEL_MIN = 0.01;
const HANG_OVER_MS = 250;
const DELAY_MS = 100;
/** A longer speech is reported in stretches, so that the live page need not wait for a pause. */
const STRETCH_MS_MAX = 5_000;
/** A click, a cough: shorter than any word. */
const STRETCH_MS_MIN = 150;

type Stretch = { who: string; startAt: number; endAt: number; certainty: number };

type Talking = { startAt: number; lastAt: number; sum: number; samples: number };

/** Follows any number of voices; `who` is any name that the caller gives a voice. */
export function listen() {
  const talking = new Map<string, Talking>();

  function close(who: string, one: Talking): Stretch[] {
    talking.delete(who);
    const startAt = Math.round(one.startAt - DELAY_MS);
    const endAt = Math.round(one.lastAt);
    return endAt - startAt < STRETCH_MS_MIN ? [] : [{ who, startAt, endAt, certainty: one.sum / one.samples }];
  }

  return {
    /** One sample of one voice: the certainty (0 to 1) that it speaks at this moment; 0 is silence. */
    sample(who: string, at: number, certainty: number): Stretch[] {
      const one = talking.get(who);
      if (certainty <= 0) return one && at - one.lastAt > HANG_OVER_MS ? close(who, one) : [];
      if (!one) {
        talking.set(who, { startAt: at, lastAt: at, sum: certainty, samples: 1 });
        return [];
      }
      one.lastAt = at;
      one.sum += certainty;
      one.samples += 1;
      if (at - one.startAt < STRETCH_MS_MAX) return [];
      const done = close(who, one);
      // The next stretch begins where this one ends, less the delay that its start is moved back by.
      talking.set(who, { startAt: at + DELAY_MS, lastAt: at + DELAY_MS, sum: certainty, samples: 1 });
      return done;
    },
    /** Closes the voices without recent samples: a track that has ended is sampled no more. */
    sweep(at: number): Stretch[] {
      return [...talking].flatMap(([who, one]) => (at - one.lastAt > HANG_OVER_MS ? close(who, one) : []));
    },
    /** Closes all voices that are still speaking. */
    end(): Stretch[] {
      return [...talking].flatMap(([who, one]) => close(who, one));
    },
  };
}

/** The certainty that a track's owner speaks, from two signs: the track's samples and the level in its packets. */
export function trackCertainty(rms: number, packetLevel: number): number {
  const heard = rms > LEVEL_MIN;
  const told = packetLevel > LEVEL_MIN;
  if (heard && told) return 0.95;
  return heard || told ? 0.7 : 0;
}

/** Whether the mix is above silence; it is recorded at 0.6 of its level. */
export function isLoud(mix: number): boolean {
  return mix > LEVEL_MIN * 0.6;
}

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
