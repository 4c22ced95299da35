/**
 * A stand-in for a speech engine, for tests only. It speaks the real protocol (OpenAI's `POST /v1/audio/transcriptions`
 * with verbose JSON), but it recognises nothing: its answer depends on the content of the file (marks that a test wrote into
 * the audio frames), on the script that it was given for a file of that length, or on the length alone. It records its
 * requests, and fails in the way that its mode sets.
 */

/**
 * @typedef {{ start: number, end: number, text: string, noSpeech?: number, logProbability?: number }} Spoken  seconds of the file
 * @typedef {{ seconds: number, segments: Spoken[] }} Script  what is said in a file of about this length
 * @typedef {"ok" | "500" | "429" | "401" | "400" | "garbage" | "slow" | "invented" | "music" | "hang-up"} Mode
 * @typedef {{ seconds: number, bytes: number, language: string, model: string, mode: Mode, status: number }} Asked
 */

const MARK = "ACTA@";
const MARK_DIGITS = 8;
/** Digital silence is hardly any bytes; speech in AAC is several kB a second. */
const SILENT_BYTES_PER_SECOND = 700;

export class SpeechStandIn {
  /** @param {{ mode?: Mode, scripts?: Script[], delayMs?: number, key?: string | null }} [options] */
  constructor(options = {}) {
    /** @type {Mode} */ this.mode = options.mode ?? "ok";
    /** Number of further requests that the mode applies to; then it is `ok` again. */
    this.times = Number.POSITIVE_INFINITY;
    /** @type {Script[]} */ this.scripts = options.scripts ?? [];
    this.delayMs = options.delayMs ?? 0;
    /** @type {string | null} */ this.retryAfter = null;
    /** @type {string | null} */ this.key = options.key ?? null;
    /** @type {Asked[]} */ this.asked = [];
    /** Origin of another engine that answers instead. @type {string | null} */ this.passTo = null;
    this.active = 0;
    this.mostActive = 0;
    /** @type {Promise<void> | null} */ this.held = null;
    this.release = () => {};
  }

  /** Holds all answers until `release()`, so that a test can look at work in progress for as long as it needs. */
  hold() {
    if (this.held !== null) return;
    this.held = new Promise((resolve) => {
      this.release = () => {
        this.held = null;
        this.release = () => {};
        resolve();
      };
    });
  }

  /** @param {Mode} mode @param {number} [times] */
  be(mode, times = Number.POSITIVE_INFINITY) {
    this.mode = mode;
    this.times = times;
  }

  /** @param {Request} request @returns {Promise<Response>} */
  async answer(request) {
    const { pathname } = new URL(request.url);
    if (pathname === "/control") return this.#control(request);
    if (this.passTo !== null) {
      const { method, headers } = request;
      return fetch(new URL(pathname, this.passTo), { method, headers, body: await request.arrayBuffer() });
    }
    if (pathname !== "/v1/audio/transcriptions" || request.method !== "POST") return refusal(404, "no such path");
    this.active += 1;
    this.mostActive = Math.max(this.mostActive, this.active);
    try {
      return await this.#transcribe(request);
    } finally {
      this.active -= 1;
    }
  }

  /**
   * GET: the recorded requests. POST: `{ mode, times, delayMs, hold, retryAfter, scripts, passTo, forget }`, each optional.
   * @param {Request} request
   */
  async #control(request) {
    if (request.method === "POST") {
      const told = await request.json();
      if (told.mode !== undefined) this.be(told.mode, told.times ?? Number.POSITIVE_INFINITY);
      if (told.delayMs !== undefined) this.delayMs = told.delayMs;
      if (told.hold === true) this.hold();
      if (told.hold === false) this.release();
      if (told.retryAfter !== undefined) this.retryAfter = told.retryAfter;
      if (told.scripts !== undefined) this.scripts = told.scripts;
      if (told.passTo !== undefined) this.passTo = told.passTo;
      if (told.forget) this.asked = [];
    }
    const { mode, asked, active, mostActive } = this;
    return Response.json({ mode, requests: asked.length, active, mostActive, asked });
  }

  /** @param {Request} request */
  async #transcribe(request) {
    const form = await request.formData();
    const file = form.get("file");
    const model = form.get("model");
    const language = form.get("language");
    const granularities = form.getAll("timestamp_granularities[]");
    if (!(file instanceof File) || typeof model !== "string" || typeof language !== "string") {
      return refusal(400, "file, model and language are required");
    }
    if (form.get("response_format") !== "verbose_json") return refusal(400, "only verbose_json has segments");
    const bytes = new Uint8Array(await file.arrayBuffer());
    const seconds = file.name.endsWith(".wav")
      ? wavLengthOf(bytes)
      : file.name.endsWith(".m4a")
        ? lengthOf(bytes)
        : null;
    if (seconds === null) return refusal(400, "neither an M4A nor a WAV file");

    const mode = this.#nextMode();
    const unkeyed = this.key !== null && request.headers.get("Authorization") !== `Bearer ${this.key}`;
    const answer = unkeyed ? refusal(401, "wrong key") : this.#answerIn(mode, bytes, seconds, granularities);
    this.asked.push({ seconds, bytes: bytes.length, language, model, mode, status: answer.status });
    await this.held;
    if (this.delayMs > 0 || mode === "slow") {
      await new Promise((resolve) => setTimeout(resolve, mode === "slow" ? 600_000 : this.delayMs));
    }
    return answer;
  }

  #nextMode() {
    const { mode } = this;
    this.times -= 1;
    if (this.times <= 0) this.be("ok");
    return mode;
  }

  /** @param {Mode} mode @param {Uint8Array} bytes @param {number} seconds @param {unknown[]} granularities */
  #answerIn(mode, bytes, seconds, granularities) {
    const retryAfter = this.retryAfter === null ? {} : { "Retry-After": this.retryAfter };
    switch (mode) {
      case "500":
        return refusal(500, "the engine fell over", retryAfter);
      case "429":
        return refusal(429, "too many requests", retryAfter);
      case "401":
        return refusal(401, "wrong key");
      case "400":
        return refusal(400, "cannot be decoded");
      case "garbage":
        return new Response('{"text": "half an answ', { headers: { "Content-Type": "application/json" } });
      case "hang-up":
        return new Response(null, { status: 502 });
      case "invented":
        return verbose(INVENTED(seconds), seconds, granularities);
      case "music":
        return verbose(OVER_MUSIC(seconds), seconds, granularities);
      default:
        return verbose(this.#spoken(bytes, seconds), seconds, granularities);
    }
  }

  /** @param {Uint8Array} bytes @param {number} seconds @returns {Spoken[]} */
  #spoken(bytes, seconds) {
    const marks = marksOf(bytes);
    if (marks.length > 0) return marks;
    if (bytes.length / seconds < SILENT_BYTES_PER_SECOND) return [];
    const script = this.scripts.find((script) => Math.abs(script.seconds - seconds) < 1);
    return script ? script.segments : sentences(seconds);
  }
}

/**
 * Inventions of such engines over silence: loops, film credits, text that they themselves rate as no speech.
 * @param {number} seconds @returns {Spoken[]}
 */
const INVENTED = (seconds) => [
  { start: 0, end: Math.min(4, seconds), text: "Subtitles by the Amara.org community" },
  { start: 4, end: Math.min(9, seconds), text: "you ".repeat(40).trim() },
  { start: 9, end: seconds, text: "Thank you for watching.", noSpeech: 0.9, logProbability: -1.4 },
];

/** Over music such engines return phrases from films with high confidence. @param {number} seconds @returns {Spoken[]} */
const OVER_MUSIC = (seconds) => {
  const texts = ["[Music]", "♪ Down by the river ♪", "Thank you.", "¡Gracias por ver el vídeo!", "(applaudissements)"];
  const length = seconds / texts.length;
  return texts.map((text, index) => ({ start: index * length, end: (index + 1) * length - 0.1, text, noSpeech: 0.02 }));
};

/** Something that could have been said, different for each length. @param {number} seconds @returns {Spoken[]} */
function sentences(seconds) {
  const count = Math.max(1, Math.floor(seconds / 6));
  const length = seconds / count;
  return Array.from({ length: count }, (_, index) => ({
    start: index * length,
    end: (index + 1) * length,
    text: `We agreed on point ${index + 1} of ${count} after ${Math.round(index * length)} seconds.`,
  }));
}

/**
 * The frames of a test hold their own time: `ACTA@` and ms of the recording in eight digits.
 * @param {Uint8Array} bytes @returns {Spoken[]}
 */
function marksOf(bytes) {
  const text = new TextDecoder("latin1").decode(bytes);
  /** @type {number[]} */
  const times = [];
  for (let at = text.indexOf(MARK); at >= 0; at = text.indexOf(MARK, at + 1)) {
    times.push(Number(text.slice(at + MARK.length, at + MARK.length + MARK_DIGITS)));
  }
  const first = times[0];
  if (first === undefined) return [];
  /** @type {Spoken[]} */
  const spoken = [];
  for (const [index, time] of times.entries()) {
    const second = Math.floor(time / 1000);
    const before = times[index - 1];
    // A mark counts only if the middle of its second is in the window: a window with only a part of the second may not have it.
    if (before === undefined || before % 1000 >= 500 || time % 1000 < 500) continue;
    spoken.push({ start: (time - first) / 1000, end: (time - first) / 1000 + 0.4, text: `Mark ${second}.` });
  }
  return spoken;
}

/** The length in the header of an MP4, in seconds, or null where the bytes are none. @param {Uint8Array} bytes */
function lengthOf(bytes) {
  const head = new TextDecoder("latin1").decode(bytes);
  const at = head.indexOf("mvhd");
  if (head.slice(4, 8) !== "ftyp" || at < 0) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset + at + 4);
  const long = view.getUint8(0) === 1;
  const timescale = view.getUint32(long ? 20 : 12);
  const duration = long ? Number(view.getBigUint64(24)) : view.getUint32(16);
  return duration / timescale;
}

/** The length of a WAV file whose header is the plain one of 44 bytes, or null. @param {Uint8Array} bytes */
function wavLengthOf(bytes) {
  const head = new TextDecoder("latin1").decode(bytes.subarray(0, 44));
  if (!head.startsWith("RIFF") || head.slice(8, 16) !== "WAVEfmt " || head.slice(36, 40) !== "data") return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, 44);
  return view.getUint32(40, true) / view.getUint32(28, true);
}

/** @param {Spoken[]} spoken @param {number} seconds @param {unknown[]} granularities */
function verbose(spoken, seconds, granularities) {
  const segments = spoken.map(({ start, end, text, noSpeech, logProbability }, id) => ({
    id,
    start,
    end,
    text: ` ${text}`,
    avg_logprob: logProbability ?? -0.2,
    compression_ratio: 1.3,
    no_speech_prob: noSpeech ?? 0.01,
  }));
  const words = granularities.includes("word") ? { words: spoken.flatMap(wordsOf) } : {};
  return Response.json({
    task: "transcribe",
    duration: seconds,
    text: spoken.map(({ text }) => text).join(" "),
    segments,
    ...words,
  });
}

/** @param {Spoken} spoken */
function wordsOf({ start, end, text }) {
  const words = text.split(" ");
  const length = (end - start) / words.length;
  return words.map((word, index) => ({ word, start: start + index * length, end: start + (index + 1) * length }));
}

/** @param {number} status @param {string} message @param {Record<string, string>} [headers] */
function refusal(status, message, headers = {}) {
  return Response.json({ error: { message, type: "stand_in_error" } }, { status, headers });
}
