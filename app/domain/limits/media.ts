import { DAY_MS, HOUR_MS, KIB, MIB, MINUTE_MS, SECOND_MS } from "#app/domain/limits/units.ts";

/** Limits of recordings and their contents. */

/** The longest accepted recording; the plan of its windows stays under 100 rows. */
export const RECORDING_DURATION_MS_MAX = 12 * HOUR_MS;
/** An incompletely copied movie is refused when less than this share of its sound is there. */
export const READABLE_SHARE_MIN = 0.9;
/** D §5: maximum size of the parts of an MP4 that are read whole. */
export const MOOV_BYTES_MAX = 32 * MIB;
/** D §5: sibling boxes in one container of an MP4, and tracks of one movie; real files have a dozen. */
export const BOXES_IN_CONTAINER_MAX = 256;
export const TRACKS_MAX = 64;
/** Sound tracks of a file that are heard: each costs what a recording costs. Recording programs write six, of which some are silent. */
export const TRACKS_HEARD_MAX = 4;
/** Samples of all tracks that are heard together: the tables of 12 h with four tracks of AAC are 65 MB of the isolate's 128. */
export const HEARD_SAMPLES_MAX = 8_200_000;
/** D §5: entries of an edit list that are applied; real files have one or two. */
export const EDITS_MAX = 256;
/** D §5: samples of one track: 12 h of AAC at 96 kHz are 4.05 million. */
export const TRACK_SAMPLES_MAX = 5_000_000;
/** One AAC frame: 6144 bits for each of 16 channels are 12 KiB. */
export const AUDIO_FRAME_BYTES_MAX = 16 * KIB;
/** The shortest AAC frame that exists lasts 5.3 ms (512 samples at 96 kHz). */
export const AUDIO_FRAME_MS_MIN = 5;
/** The shortest Opus packet lasts 2.5 ms. */
export const OPUS_FRAME_MS_MIN = 2;
/** The shortest Vorbis packet that an encoder writes lasts 1.3 ms (128 samples at 96 kHz). */
export const VORBIS_FRAME_MS_MIN = 1;
/** Vorbis' tables, which go into each window: encoders write 3 to 8 kB. */
export const VORBIS_SETUP_BYTES_MAX = 32 * KIB;
/** A FLAC frame without compression: 4608 samples of 24 bits in 8 channels are 108 KiB. */
export const FLAC_FRAME_BYTES_MAX = 128 * KIB;
/** PCM is processed in pieces of about this length; a piece of 16 channels of 64 bits at 192 kHz is 1.2 MB. */
export const PCM_PIECE_MS = 50;
export const PCM_PIECE_BYTES_MAX = 1_300_000;
/** Number of frames that may be shorter than that (a muxer's last frame, a border between two pieces). */
export const AUDIO_FRAMES_SHORT_MAX = 1000;
/** D §5: gap between two needed pieces that is read through instead of starting a new read (50 ms at 100 MB/s). */
export const READ_THROUGH_BYTES_MAX = 5 * MIB;
/** D §5: maximum contents of one caption track; 12 h with a cue every second are 86,400 samples with their gaps. */
export const CAPTION_SAMPLES_MAX = 100_000;
export const CAPTION_BYTES_MAX = 8 * MIB;
/** D §5: maximum size of one fragment's tables, which are held whole; an hour in a single fragment has 3 MB. */
export const MOOF_BYTES_MAX = 16 * MIB;
/** D §5: shortest gap between fragments that is kept as silence; a shorter gap is a recorder's rounding. */
export const STRETCH_GAP_MS_MIN = 200;
/** D §5: maximum number of such gaps in one track. A window of its own begins after each. */
export const STRETCHES_MAX = 256;
/** D §5: limits of a transcript given with the recording; 12 h of talk in .vtt are 2 MB. */
export const TRANSCRIPT_BYTES_MAX = 8 * MIB;
/** Maximum body of a call that sends one as Base64, which writes three bytes as four characters; the rest is room for its JSON. */
export const TRANSCRIPT_BODY_BYTES_MAX = Math.ceil(TRANSCRIPT_BYTES_MAX / 3) * 4 + 64 * KIB;
export const TRANSCRIPT_CUES_MAX = 100_000;
/** Maximum length of one cue, which is one uninterrupted utterance; Teams and Zoom stay under a thousand characters. */
export const TRANSCRIPT_CUE_CHARS_MAX = 20_000;
/**
 * D §5: a fragmented file up to this size is scanned before upload_data answers (about a second); a larger file is scanned in its
 * own step.
 */
export const SCAN_AT_ONCE_BYTES_MAX = 128 * MIB;
/** Bytes that such a scan reads, or bytes of notes that it collects, before it stores its progress. */
export const SCAN_CHECKPOINT_BYTES = 64 * MIB;
export const SCAN_NOTES_BYTES_MAX = MIB;
/** Maximum number of samples that a scan collects over all tracks: three tracks of 12 h. */
export const SCAN_SAMPLES_MAX = 6_500_000;
/** Time limit of a scan step; one pass over 2 GB is 20 s at 100 MB/s. */
export const SCAN_STEP_MS_MAX = 4 * MINUTE_MS;

/** Samples of one track of a clip: twelve minutes of 240 pictures a second are 172,800. */
export const CLIP_SAMPLES_MAX = 500_000;
/** Samples of a track that are looked at to find them, over all its edits. */
export const CLIP_LOOKS_MAX = 10_000_000;
/**
 * Time that a clip goes back for a picture with which a decoder can begin; all of it is sent and decoded before the first is shown. With none
 * so near, the picture begins with the next one.
 */
export const CLIP_PICTURE_LEAD_MS_MAX = 2 * MINUTE_MS;

/** Limits of the windows of sound that are heard one by one. */

/** D §5: audio windows. */
export const WINDOW_MS = 5 * MINUTE_MS;
export const WINDOW_OVERLAP_MS = 3 * SECOND_MS;
/** The same for an engine that numbers the people of each window anew: in half a minute most of them speak, so that they are known again. */
export const LABELS_OVERLAP_MS = 15 * SECOND_MS;
/** More numbers than this are one person several times: then nobody gets any. */
export const LINKED_SPEAKERS_MAX = 12;
/** Rate below which a window of PCM is thinned out: engines listen at 16 kHz, and 5 min of 32 kHz mono are 20 MB. */
export const PCM_WINDOW_RATE_MIN = 16_000;
/** D §5: a shorter last window is merged into the one before it. */
export const WINDOW_TAIL_MS_MIN = 10 * SECOND_MS;
/** One window's audio has to fit an upload to a speech engine (25 MB) and the memory of an isolate. */
export const WINDOW_AUDIO_BYTES_MAX = 24 * MIB;
/** A quiet room is some -60 dB of full scale, a voice at its other end -45: words below this were said by nobody. */
export const QUIET_DBFS_MAX = -60;
/** Less silence than this is a pause in somebody's talk. */
export const SILENCE_MS_MIN = 500;

/** Limits of sound that a browser uploads ahead of its video. */

/**
 * Maximum number of windows of sound uploaded ahead of the video: twelve hours with four tracks are 576, and each cut of an edit list adds
 * one for each track.
 */
export const SOUND_WINDOWS_MAX = 1000;
/** Number of windows of sound whose upload addresses are requested in one call. */
export const SOUND_WINDOWS_ASKED_MAX = 4;
/** Maximum body of a call: a plan of a thousand windows, all of them landed. */
export const SOUND_BODY_BYTES_MAX = MIB;
/** Distance that the audio of a window may reach beyond its overlap: a codec needs frames before the audible sound. */
export const SOUND_WINDOW_REACH_MS = 5 * SECOND_MS;
/** Maximum difference between the length of a window's file and the announced length. */
export const SOUND_LENGTH_SLACK_MS = SECOND_MS;
/**
 * Delay before a meeting that has its sound looks for its video the first time; each later delay is half of the time waited so
 * far, at most a day.
 */
export const SOUND_FIRST_LOOK_MS = 10 * MINUTE_MS;
export const SOUND_LOOK_MS_MAX = DAY_MS;
/** Maximum number of silences announced for one window. */
export const SOUND_SILENCES_MAX = 5000;
/** Windows that a page holds at once, its worker included: one being sent, one being cut. */
export const SOUND_WINDOWS_IN_FLIGHT = 2;
/**
 * Time limits for opening the chosen file (a fragmented file is read whole) and for cutting one window; after that the upload
 * goes on without sound ahead.
 */
export const SOUND_OPEN_MS_MAX = MINUTE_MS;
export const SOUND_CUT_MS_MAX = MINUTE_MS;
/**
 * READ_THROUGH_BYTES_MAX for a file on the person's own disk: measured in Chromium, one more slice costs as much as reading
 * through this many bytes.
 */
export const FILE_READ_THROUGH_BYTES_MAX = 64 * KIB;
/** Speech, and windows of it, that decide the language of a recording whose language is heard: one alone may be mistaken. */
export const HEARD_SPEECH_MS_MIN = 60_000;
export const HEARD_WINDOWS_MIN = 2;
