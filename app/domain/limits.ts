/** Every limit has a name, a unit and the paragraph of the specification (§) or design (D) it comes from. */

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const KIB = 1024;
const MIB = 1024 * KIB;

/** §5, §9: the largest video, inclusive. */
export const UPLOAD_BYTES_MAX = 2_009_715_200;
/** §5: the only accepted type. */
export const UPLOAD_CONTENT_TYPE = "video/mp4";
/** §9: uploads and recordings of the free plan, each. */
export const FREE_UPLOADS_MAX = 15;
export const FREE_RECORDINGS_MAX = 15;
/** A title: longer than any calendar's, short enough for one row of D1. */
export const MEETING_TITLE_CHARS_MAX = 300;
/** The longest recording we take; the plan of its windows stays under 100 rows. */
export const RECORDING_DURATION_MS_MAX = 12 * HOUR_MS;

/** §7: refresh of session and credits while the page is visible. */
export const SESSION_REFRESH_MS = 10 * SECOND_MS;
export const CREDITS_REFRESH_MS = 10 * SECOND_MS;
/** §8, §9: toasts. */
export const TOAST_MS = 5 * SECOND_MS;
/** Ours: a page that comes sooner needs no word about its coming. */
export const LOADING_NOTE_DELAY_MS = 500;
/** Ours: how long a dialog is waited for that has to read something first; then it opens and says that nothing came. */
export const ANSWER_MS_MAX = 15 * SECOND_MS;
/** §9: the date picker's steps. */
export const TIME_STEP_MINUTES = 30;

/** D §8: how long a session lives without being used, and at most. */
export const SESSION_IDLE_MS_MAX = 30 * DAY_MS;
export const SESSION_LIFE_MS_MAX = 180 * DAY_MS;
/** A sign-in that was started and not finished. */
export const SIGN_IN_ATTEMPT_MS_MAX = 10 * MINUTE_MS;
/** Every call to an identity provider. */
export const IDENTITY_CALL_MS_MAX = 8 * SECOND_MS;
/** What an identity provider may answer. */
export const IDENTITY_ANSWER_BYTES_MAX = 64 * KIB;
/** A path that somebody comes back to. */
export const LOCAL_PATH_CHARS_MAX = 2048;

/**
 * Files above this are sent in parts: what is lost with a line is a part and not the file. S3: equal parts of at least 5 MiB
 * but for the last, at most 10,000.
 */
export const UPLOAD_WHOLE_BYTES_MAX = 16 * MIB;
export const UPLOAD_PART_BYTES = 8 * MIB;
export const UPLOAD_PARTS_MAX = 10_000;
/** Parts of one upload that are under way at once: enough to fill a line with a long way, few enough for a phone's memory. */
export const UPLOAD_PARTS_IN_FLIGHT = 4;
/** A part of which nothing moves for so long is broken off and sent again: a line may hang without ever breaking. */
export const UPLOAD_STALL_MS = 60 * SECOND_MS;
/** No more are under way than each land in about this long: when the line breaks, that is what it costs. */
export const UPLOAD_PART_AIM_MS = 8 * SECOND_MS;
/** Parts that are asked for in one call. */
export const UPLOAD_PARTS_ASKED_MAX = 64;
/** All parts of a file named in one call: what a page knows that the server was not told. */
export const UPLOAD_PARTS_BODY_BYTES_MAX = 2 * MIB;
/** An upload in parts is kept so long after it was begun; R2 forgets its parts about then as well. */
export const UPLOAD_UNFINISHED_MS_MAX = 7 * DAY_MS;
/** From so long before its removal on, the date stands out. */
export const UPLOAD_REMOVAL_NEAR_MS = 2 * DAY_MS;
/** One that was touched so lately may be under way in another tab. */
export const UPLOAD_UNDER_WAY_MS = 2 * MINUTE_MS;
/** Uploads of one person that wait to be gone on with. */
export const UPLOADS_UNFINISHED_LISTED_MAX = 20;
/** A part that fails is tried again after so long, doubled each time. */
export const UPLOAD_RETRY_MS_MIN = SECOND_MS;
export const UPLOAD_RETRY_MS_MAX = 30 * SECOND_MS;
export const FILE_NAME_CHARS_MAX = 255;
/** What is read of a file's beginning and end to know it again. */
export const FILE_ENDS_BYTES = 64 * KIB;

/** D §8: life of a presigned PUT. A slow line needs hours for 2 GB, but the signature is only checked at its start. */
export const PRESIGNED_PUT_MS_MAX = 15 * MINUTE_MS;
/** D, usage_ledger: a reservation falls after an hour without bytes. */
export const RESERVATION_MS_MAX = HOUR_MS;
/** An upload whose bytes never came is swept after a day. */
export const UPLOAD_ABANDONED_MS = DAY_MS;
/** A page announces its bytes within seconds: what has landed and is still not announced after this is taken by the sweep. */
export const UPLOAD_UNANNOUNCED_MS = 5 * MINUTE_MS;
/** The sweep: rows of one page, and pages of one run; what is left waits for the next. */
export const SWEEP_PAGE_ROWS = 100;
export const SWEEP_PAGES_MAX = 20;

/**
 * D §8: calls a minute that one person or one network may make; wrangler.toml gives the same figures to Cloudflare's rate
 * limits. Far above ordinary use: a page asks for session and credits six times a minute, an office shares one address.
 */
export const RATE_PERIOD_S = 60;
export const RATE_LIMITS = {
  /** Starting a sign-in and coming back from one, each, by network: nobody is known yet. */
  "sign-in": 120,
  /** Every call of the API, by network. */
  network: 6000,
  /** Beginning an upload and announcing its bytes, each, by person. */
  upload: 120,
  /** Signing the parts of uploads, by person: 2 GB over a line of a gigabit are some 700 a minute. */
  parts: 1200,
  /** Asking for a failed step again, by person. */
  retry: 30,
  /** What is asked of a shared page (the page itself, its recording, its files), by network. */
  share: 600,
  /** Corrections of minutes and transcript, each kind, by person; ticking off a list of tasks is one call a task. */
  edit: 120,
  /** What open pages send by themselves (session, credits, analytics), each, by person. */
  poll: 600,
  /** Questions about meetings, by person: each may cost a question to a model. */
  chat: 20,
} as const;
export type RateLimit = keyof typeof RATE_LIMITS;

/** /api/health: how old an answer about bindings and engines may be, and how long one of them may take. */
export const HEALTH_FRESH_MS = 10 * SECOND_MS;
export const HEALTH_CHECK_MS_MAX = 3 * SECOND_MS;
/** D §4: keys that one page of a rebuild walks. Each meeting costs two or three of the 1000 requests that one request may make. */
export const REBUILD_PAGE_KEYS = 200;

/** An operator's secret: long enough that nobody guesses it. */
export const ADMIN_TOKEN_CHARS_MIN = 24;
export const SHARE_SECRET_CHARS_MIN = 32;

/** Bodies of our JSON and form routes. */
export const BODY_BYTES_MAX = 64 * KIB;

/** D §5: the parts of an MP4 that are read whole. */
export const MOOV_BYTES_MAX = 32 * MIB;
/** D §5: audio windows. */
export const WINDOW_MS = 5 * MINUTE_MS;
export const WINDOW_OVERLAP_MS = 3 * SECOND_MS;
/** D §4: windows in flight in one isolate. */
export const WINDOWS_IN_FLIGHT_MAX = 3;
/** D §4: attempts of a step before it is parked. */
export const STEP_ATTEMPTS_MAX = 5;

/** D §7: what a summary may hold, whatever an engine returned. Longer texts are cut at a word. */
export const SUMMARY_ITEMS_MAX = 60;
export const SUMMARY_ITEM_CHARS_MAX = 600;
export const SUMMARY_TERM_CHARS_MAX = 60;
export const SUMMARY_LABEL_CHARS_MAX = 80;
export const SUMMARY_ITEM_SEGMENTS_MAX = 40;
export const SUMMARY_TABLE_COLUMNS_MAX = 8;
/** What of an engine's answer is looked at, at most. */
export const DRAFT_CHARS_MAX = 2_000_000;
export const DRAFT_ITEMS_MAX = 300;
export const DRAFT_SEGMENT_IDS_MAX = 500;
/** D §4: waiting between attempts: doubled and more each time, with jitter; what a service asks for is honoured up to the cap. */
export const STEP_BACKOFF_MS = SECOND_MS;
export const STEP_BACKOFF_FACTOR = 3;
export const STEP_BACKOFF_MS_MAX = 10 * MINUTE_MS;
/** D §4: a run of the alarm begins no new work after this long, and no step takes longer than these. */
export const ALARM_CLAIM_MS_MAX = 45 * SECOND_MS;
/**
 * While a step hangs its alarm cannot come again, so a retry that falls due meanwhile is begun in the same run, up to this
 * long: together with the longest step under nine minutes, of the fifteen that the platform gives an alarm.
 */
export const ALARM_RETRY_MS_MAX = 285 * SECOND_MS;
/** How soon an alarm comes that finds everything under way already: it is only there for a process that died. */
export const ALARM_WHILE_BUSY_MS = 5 * SECOND_MS;
export const WINDOW_STEP_MS_MAX = 4 * MINUTE_MS;
export const SUMMARY_STEP_MS_MAX = 4 * MINUTE_MS;
export const STEP_MS_MAX = MINUTE_MS;
/** How long an object waits that found every window slot of its isolate taken. */
export const WINDOW_SLOT_WAIT_MS = SECOND_MS;
/** A speech or language server's answer: 5 minutes of speech with word times are well under 1 MB. */
export const ENGINE_ANSWER_BYTES_MAX = 8 * MIB;
/** What an engine says when it refuses: enough to see why. */
export const ENGINE_REFUSAL_BYTES_MAX = 64 * KIB;
/** D §6: an answer that is streamed may take as long as its step, but not fall silent for longer than this. */
export const ENGINE_SILENCE_MS_MAX = MINUTE_MS;
/** D §7: a language model's question and answer together, in tokens; LANGUAGE_CONTEXT_TOKENS says otherwise. */
export const LANGUAGE_CONTEXT_TOKENS_DEFAULT = 32_000;
export const LANGUAGE_CONTEXT_TOKENS_MIN = 4096;
export const LANGUAGE_CONTEXT_TOKENS_MAX = 2_000_000;
/** Of which the answer: a summary with every field full is some 6,000. */
export const LANGUAGE_ANSWER_TOKENS_MAX = 8192;
/** What neighbouring parts of a long transcript share: about two minutes of talk. */
export const LANGUAGE_OVERLAP_TOKENS_MAX = 800;
export const LANGUAGE_PARTS_IN_FLIGHT_MAX = 3;
/** How often a part is halved because its answer was cut off. */
export const LANGUAGE_SPLITS_MAX = 3;
/** Open pages of one meeting. */
export const LIVE_SOCKETS_MAX = 200;
/** D §8: how long a socket is told things before it has to say again who it is. */
export const LIVE_SOCKET_MS_MAX = 10 * MINUTE_MS;
/** D §5: boxes beside each other in one container of an MP4, and tracks of one movie; real files have a dozen. */
export const BOXES_IN_CONTAINER_MAX = 256;
export const TRACKS_MAX = 64;
/** D §5: entries of an edit list that we follow; real files have one or two. */
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
/** A FLAC frame that is not pressed at all: 4608 samples of 24 bits in 8 channels are 108 KiB. */
export const FLAC_FRAME_BYTES_MAX = 128 * KIB;
/** PCM is handled in pieces of about this much; one of 16 channels of 64 bits at 192 kHz is 1.2 MB. */
export const PCM_PIECE_MS = 50;
export const PCM_PIECE_BYTES_MAX = 1_300_000;
/** Rate below which a window of PCM is thinned out: engines listen at 16 kHz, and 5 min of 32 kHz mono are 20 MB. */
export const PCM_WINDOW_RATE_MIN = 16_000;
/** Frames that may be shorter all the same (a muxer's last frame, a border between two pieces). */
export const AUDIO_FRAMES_SHORT_MAX = 1000;
/** D §5: a shorter last window is merged into the one before it. */
export const WINDOW_TAIL_MS_MIN = 10 * SECOND_MS;
/** One window's audio has to fit an upload to a speech engine (25 MB) and the memory of an isolate. */
export const WINDOW_AUDIO_BYTES_MAX = 24 * MIB;
/** Windows of sound that a browser may send ahead of its video: twelve hours are 144, and each cut of an edit list adds one. */
export const SOUND_WINDOWS_MAX = 1000;
/** Windows of sound whose places are asked for in one call. */
export const SOUND_WINDOWS_ASKED_MAX = 4;
/** A plan of a thousand windows, and all of them landed, in one call. */
export const SOUND_BODY_BYTES_MAX = MIB;
/** How far the audio of a window may reach beyond its overlap: the frames that a codec needs before what is heard. */
export const SOUND_WINDOW_REACH_MS = 5 * SECOND_MS;
/** How far the length of a window's file may be from what was said of it. */
export const SOUND_LENGTH_SLACK_MS = SECOND_MS;
/** When a meeting whose sound has come looks for its video the first time; later it waits half as long as it has waited. */
export const SOUND_FIRST_LOOK_MS = 10 * MINUTE_MS;
export const SOUND_LOOK_MS_MAX = DAY_MS;
/** Silences told of one window of it. */
export const SOUND_SILENCES_MAX = 5000;
/** Windows of it that a page holds at once, its worker included: one on the line, one being cut. */
export const SOUND_WINDOWS_IN_FLIGHT = 2;
/** A look into the chosen file (of one in fragments, at all of it), and the cut of one window; after that it goes on without. */
export const SOUND_OPEN_MS_MAX = MINUTE_MS;
export const SOUND_CUT_MS_MAX = MINUTE_MS;
/** How often a tab tells the browser's others of its upload, and after what silence they take it for gone: hidden tabs tick once a minute. */
export const UPLOAD_NEWS_MS_MIN = SECOND_MS;
export const UPLOAD_NEWS_SILENCE_MS_MAX = 150 * SECOND_MS;
/** D §5: bytes between two needed pieces that are read through rather than skipped with a new read (50 ms at 100 MB/s). */
export const READ_THROUGH_BYTES_MAX = 5 * MIB;
/** The same of a file on the person's own disk: measured in Chromium, a slice more costs what reading through so much does. */
export const FILE_READ_THROUGH_BYTES_MAX = 64 * KIB;
/** D §5: what one caption track may hold; 12 h with a cue every second are 86,400 samples with their gaps. */
export const CAPTION_SAMPLES_MAX = 100_000;
export const CAPTION_BYTES_MAX = 8 * MIB;

/** Lists: a page of the history, and what home shows of what runs and of what has ended. */
export const HISTORY_PAGE_MEETINGS = 20;
export const HOME_MEETINGS_IN_PROGRESS_MAX = 10;
export const HOME_LATEST_MEETINGS = 5;
export const HOME_PLANNED_CALLS = 5;
/** How often home reads its lists again while something is in progress. */
export const LISTS_REFRESH_MS = 5 * SECOND_MS;
/** D §5: one fragment's tables, which are held whole; an hour in a single fragment has 3 MB. */
export const MOOF_BYTES_MAX = 16 * MIB;
/** D §5: a gap between fragments that is kept as silence; less is a recorder's rounding. */
export const STRETCH_GAP_MS_MIN = 200;
/** D §5: such gaps in one track. Each begins a window of its own. */
export const STRETCHES_MAX = 256;
/** D §5: a transcript given beside the recording; 12 h of talk in .vtt are 2 MB. */
export const TRANSCRIPT_BYTES_MAX = 8 * MIB;
export const TRANSCRIPT_CUES_MAX = 100_000;
/** One cue is what somebody said in one go; Teams and Zoom stay under a thousand. */
export const TRANSCRIPT_CUE_CHARS_MAX = 20_000;
/** A piece of what does not fit one row of an object's SQLite (2 MB): letters of JSON, of which one may take three bytes. */
export const STORED_PIECE_CHARS_MAX = 512 * KIB;
export const STORED_PIECE_BYTES_MAX = MIB;
/** A name on a screen and in a transcript. */
export const SPEAKER_CHARS_MAX = 80;
/** D §6: how soon an engine that is being made ready, or is still at a window, is asked again; the page's progress moves as often. */
export const SPEECH_WAIT_MS = 2 * SECOND_MS;
/** D §4: a step that waits comes back no sooner. */
export const STEP_WAIT_MS_MIN = SECOND_MS;
/** It only says how it stands. */
export const SPEECH_PREPARE_MS_MAX = 10 * SECOND_MS;
/** D §5: a fragmented file up to this is scanned before upload_data answers (about a second); a larger one in a step of its own. */
export const SCAN_AT_ONCE_BYTES_MAX = 128 * MIB;
/** What such a scan reads, or notes down, before it stores how far it has come. */
export const SCAN_CHECKPOINT_BYTES = 64 * MIB;
export const SCAN_NOTES_BYTES_MAX = MIB;
/** Samples of all tracks that a scan collects: three tracks of 12 h. */
export const SCAN_SAMPLES_MAX = 6_500_000;
/** One pass over 2 GB is 20 s at 100 MB/s. */
export const SCAN_STEP_MS_MAX = 4 * MINUTE_MS;
/** A quiet room is some -60 dB of full scale, a voice at its other end -45: words below this were said by nobody. */
export const QUIET_DBFS_MAX = -60;
/** Less silence than this is a pause in somebody's talk. */
export const SILENCE_MS_MIN = 500;

/**
 * A meeting page carries a transcript of up to so many segments as a whole (about ten minutes of talk). Of a longer one it
 * carries an excerpt around the moment that was asked for, and fetches the rest when it is there.
 */
export const PAGE_TRANSCRIPT_SEGMENTS_MAX = 160;
export const PAGE_EXCERPT_SEGMENTS = 60;
/** How long edits have to pause before the PDF is written again. */
export const PAPER_DELAY_MS = 2 * SECOND_MS;

/** A subtitle: two lines of what is read in the time it stands. */
export const CUE_CHARS_MAX = 84;
export const CUE_MS_MAX = 7000;

/** D §8: how often an open stream of a shared recording asks whether the link still stands: by time, and by what has passed. */
export const SHARE_CHECK_MS = 20 * SECOND_MS;
export const SHARE_CHECK_BYTES = 4 * MIB;
/** How long a new link works until its owner says otherwise. */
export const SHARE_DEFAULT_MS = 30 * 24 * 60 * MINUTE_MS;
/** The farthest day that a link may be given. */
export const SHARE_LIFE_MS_MAX = 3660 * 24 * 60 * MINUTE_MS;

/**
 * When a meeting that is gone is looked at again for bytes that landed late: once nobody can begin a PUT any more and every
 * step has ended, and a day later, for a PUT that took hours.
 */
export const LATE_CONTENT_MS = [
  [1, PRESIGNED_PUT_MS_MAX + WINDOW_STEP_MS_MAX + MINUTE_MS],
  [2, 24 * 60 * MINUTE_MS],
] as const;

/** §1: a question about a meeting: a long one is a paragraph. */
export const CHAT_QUESTION_CHARS_MAX = 1000;
/** Questions of one person about one meeting that are kept; the oldest give way. */
export const CHAT_EXCHANGES_MAX = 200;
/** A sentence of an answer, and the sentences of one. */
export const CHAT_LINE_CHARS_MAX = 600;
export const CHAT_LINES_MAX = 40;
/** Quotations of an answer without a model. */
export const CHAT_QUOTES_MAX = 6;
/** Of a model's window, the answer; a page of text is some 700 tokens. */
export const CHAT_ANSWER_TOKENS_MAX = 2048;
/** Earlier questions and answers that a model reads along: what "and who does it?" refers to. */
export const CHAT_EARLIER_EXCHANGES_MAX = 3;
/** Segments that a search finds, and how many before and after each are read with it. */
export const CHAT_HITS_MAX = 200;
export const CHAT_NEIGHBOUR_SEGMENTS = 2;
/** A model that has not finished by then has broken off. */
export const CHAT_ANSWER_MS_MAX = 2 * MINUTE_MS;
/** How often a question that was too long for a model is asked with half of the transcript. */
export const CHAT_SHORTENINGS_MAX = 3;

/** Edits by hand: a whole summary of which every line was changed; corrected words of one segment; ids of lines. */
export const SUMMARY_EDIT_BYTES_MAX = 512 * KIB;
export const SEGMENT_EDIT_CHARS_MAX = TRANSCRIPT_CUE_CHARS_MAX;
export const LINE_ID_CHARS_MAX = 200;
export const EDIT_FIELDS_MAX = 60;
/** Lines of a field that a save is read with: what is over SUMMARY_ITEMS_MAX is refused in words, not as a malformed body. */
export const EDIT_LINES_READ_MAX = 20 * SUMMARY_ITEMS_MAX;
export const SPEAKERS_NAMED_MAX = 200;
/** The newest versions of the minutes that the list shows; all are kept. */
export const VERSIONS_LISTED_MAX = 100;
/** All terms of a field on one line, with their commas. */
export const EDIT_TERMS_CHARS_MAX = SUMMARY_ITEMS_MAX * (SUMMARY_TERM_CHARS_MAX + 2);

/** A call's recording. R2 wants the parts of a file equal, but for the last, and none smaller. */
export const CALL_PART_BYTES = 5 * MIB;
/** Windows of a call: cut where it is quiet, between the shortest and the longest. */
export const CALL_WINDOW_MS_MIN = 20 * SECOND_MS;
export const CALL_WINDOW_MS = 30 * SECOND_MS;
export const CALL_WINDOW_MS_MAX = 40 * SECOND_MS;
export const CALL_WINDOW_OVERLAP_MS = 2 * SECOND_MS;
/** A pause this long is worth more than a window of the length aimed at. */
export const CALL_PAUSE_MS_MIN = 400;
/** Less sound than this is a recorder's rounding; a longer stretch without is looked for in the other stream, else it is silence. */
export const CALL_SOUND_GAP_MS_MIN = 80;
export const CALL_HOLE_MS_MIN = 200;
/** A longer stretch without sound is no recorder's; a call lasts four hours at most. */
export const CALL_GAP_MS_MAX = 6 * 60 * MINUTE_MS;
/** A stretch without sound that a person is told of. */
export const CALL_GAP_MS_MIN = 500;

/** D §4: a request within so long of a call that is scheduled or live joins that one. */
export const CALL_ADOPTION_MS = 30 * MINUTE_MS;
/** How long before its start a bot is sent to a call. */
export const CALL_LEAD_MS = MINUTE_MS;
/** How long a bot may say nothing before the recorder is asked whether it is still there. */
export const BOT_SILENCE_MS_MAX = 15 * SECOND_MS;
/** Bots that are sent after one that was lost, in one call. */
export const BOT_RESTARTS_MAX = 5;
/** How long a recorder may be out of reach: before anything is recorded, and while a recording waits for its bot. */
export const RECORDER_AWAITED_MS_MAX = 2 * MINUTE_MS;
export const RECORDER_AWAITED_LIVE_MS_MAX = 30 * MINUTE_MS;
/** How soon a recorder is asked again after a bot that is silent. */
export const RECORDER_LOOK_MS = 5 * SECOND_MS;
/** Every question to a recorder. */
export const RECORDER_CALL_MS_MAX = 10 * SECOND_MS;
export const RECORDER_ANSWER_BYTES_MAX = 256 * KIB;
/** A bot that was told to leave and has not said that it did. */
export const BOT_LEAVES_MS_MAX = 30 * SECOND_MS;
/** How long pieces are waited for after the bot has gone and while nothing comes: a spool survives such an outage. */
export const PIECES_AWAITED_MS_MAX = 35 * MINUTE_MS;
/** The same where the recorder says that nothing waits on its disk, or that it knows the bot no more. */
export const PIECES_QUIET_MS_MAX = 20 * SECOND_MS;
/** How long a hosted recorder may work at its file after the call. */
export const HOSTED_MEDIA_AWAITED_MS_MAX = HOUR_MS;
/** One piece of a recording: ten seconds of picture and sound are under 3 MiB. */
export const PIECE_BYTES_MAX = 4 * MIB;
/** Numbers of pieces have six digits in their keys. */
export const PIECES_OF_SEGMENT_MAX = 999_999;
/** The pieces of a recording whose file stands: so many are removed at a time (R2 takes 1000), then there is a pause. */
export const CALL_CLEAR_PIECES = 500;
export const CALL_CLEAR_PAUSE_MS = SECOND_MS;
/** What a bot says at once. */
export const BOT_EVENTS_BYTES_MAX = MIB;
export const CALL_SCREENSHOT_BYTES_MAX = 4 * MIB;
/** A hosted recorder's webhook. */
export const RECORDER_WEBHOOK_BYTES_MAX = 256 * KIB;
/** Standard Webhooks: how old a signed message may be. */
export const RECORDER_WEBHOOK_AGE_MS_MAX = 5 * MINUTE_MS;
/** How long a window waits for word of what was loud in it, where the sound is there already. */
export const CALL_LOUD_AWAITED_MS_MAX = 10 * SECOND_MS;
/** How often news is tried again that a meeting could not take, at the longest. */
export const CALL_NEWS_BACKOFF_MS_MAX = MINUTE_MS;
/** How long a bot waits for what (joining-meetings §6). */
export const CALL_LOBBY_MS_MAX = 15 * MINUTE_MS;
export const CALL_LOBBY_MEET_MS_MAX = 10 * MINUTE_MS;
/**
 * Asking to be let in anew, because a person wants it: who knocks all the time is turned away, by hosts and by platforms. A
 * request also has to be given the time to be seen.
 */
export const CALL_ASK_AGAIN_MS = MINUTE_MS;
export const CALL_ASKS_AGAIN_MAX = 5;
/** The same once the bot has gone because nobody answered: so long, and once. */
export const CALL_ASK_AFTER_END_MS_MAX = 30 * MINUTE_MS;
export const CALL_HOST_ABSENT_MS_MAX = 10 * MINUTE_MS;
export const CALL_NOBODY_MS_MAX = 10 * MINUTE_MS;
export const CALL_ALONE_MS_MAX = MINUTE_MS;
export const CALL_ONLY_BOTS_MS_MAX = 10 * MINUTE_MS;
export const CALL_MS_MAX = 4 * HOUR_MS;
export const CALL_WARN_BEFORE_MS = 10 * MINUTE_MS;
/** The name under which Acta comes. */
export const BOT_NAME_CHARS_MAX = 60;
/** The secret that proves a recorder's pieces. */
export const CALL_SECRET_CHARS_MIN = 32;
/** §5: what begins so soon, or has begun, is joined at once. */
export const CALL_AT_ONCE_MS = 2 * MINUTE_MS;
/** Below this a signal of who spoke does not name anybody. */
export const SPEAKER_CONFIDENCE_MIN = 0.6;
/** How long a meeting may be at a window that others want as well: as long as its step. */
export const WINDOW_CLAIM_MS = WINDOW_STEP_MS_MAX;
/** How soon somebody looks again whether another meeting has the text. */
export const WINDOW_CLAIM_WAIT_MS = SECOND_MS;
/** §5: a meeting link; the longest real one (a SafeLink of a Teams link) has some 1,500 letters. */
export const MEETING_LINK_CHARS_MAX = 4096;
/** §4, §9: how long the invite dialog stays after the call succeeded. */
export const INVITE_CLOSE_DELAY_MS = 7000;
