import { chatText, isChat, isWidening, obeyed } from "./chat-answers.mjs";
import { isProse, proseText } from "./prose-answers.mjs";

/**
 * A stand-in for a chat model, for tests only. It speaks the real protocol (OpenAI's `POST /v1/chat/completions`, streamed
 * as server-sent events or whole), but it understands nothing: asked for notes it quotes lines of the transcript, and asked for
 * minutes it puts notes into every field of the shape that the question names. A small model's questions it answers in words
 * (prose-answers.mjs). It records its requests, and fails in the way that its mode sets.
 */

/**
 * @typedef {"ok" | "whole" | "500" | "429" | "401" | "403" | "400" | "no-schema" | "no-format" | "too-long" | "cut-off"
 *   | "prose" | "fenced" | "half-json" | "wrong-fields" | "empty" | "filtered" | "breaks" | "ends-early" | "fails-midway"
 *   | "endless" | "html" | "no-stream" | "plain-stream" | "inventive" | "obedient" | "wishful"} Mode
 * @typedef {{ role: string, content: string }} Message
 * @typedef {{ model: string, messages: Message[], stream?: boolean, temperature?: number, max_tokens?: number,
 *   response_format?: { type: string, json_schema?: { name: string, strict: boolean, schema: object } } }} Question
 * @typedef {{ mode: Mode, messages: Message[], format: string, lines: number, notes: number, body: Question }} Asked
 */

/** A line of a chat's question, and one of a question for notes. */
const LINE = /^(?:\[([^\]]+)\](?: \d+:\d\d)?|(\d+)) (?:[^:]{1,60}: )?(.*)$/u;
const NOTE = /^(\d+) (\{.*\})$/u;
/** Longer than a real context in characters; `too-long` refuses more lines than this. */
const LINES_MAX = 40;
/** Events of a stream before it is held: their text is shorter than a sentence, so that nothing has been checked yet. */
const HELD_AFTER = 3;

export class LanguageStandIn {
  /** @param {{ mode?: Mode, key?: string | null, pieces?: number }} [options] */
  constructor(options = {}) {
    /** @type {Mode} */ this.mode = options.mode ?? "ok";
    this.times = Number.POSITIVE_INFINITY;
    this.key = options.key ?? null;
    /** Characters of one delta. */
    this.pieces = options.pieces ?? 7;
    /** @type {string | null} */ this.retryAfter = null;
    /** Between one delta and the next. */
    this.pauseMs = 0;
    /** @type {{ gate: Promise<void>, open: () => void } | null} */ this.held = null;
    /** Times at which the first words of each streamed answer were sent, in epoch ms. @type {number[]} */ this.sentAt =
      [];
    /** Questions to write or to chat. @type {Asked[]} */ this.asked = [];
    /** Questions to judge: the lines of each. @type {string[][]} */ this.judged = [];
    /** Words for a search, and the questions for them. @type {string[]} */ this.wider = [];
    /** @type {string[]} */ this.widened = [];
    /** Verdict on a line. @type {(line: string) => "supported" | "contradicted" | "not-said" | null} */ this.verdict =
      () => "supported";
    this.active = 0;
    this.mostActive = 0;
  }

  /** @param {Mode} mode @param {number} [times] how many questions the mode is for; then it is `ok` again */
  be(mode, times = Number.POSITIVE_INFINITY) {
    this.mode = mode;
    this.times = times;
  }

  /** Streamed answers stop after HELD_AFTER deltas until `release` is called, so that a test can look at a state that does not change. */
  hold() {
    const held = { gate: Promise.resolve(), open: () => {} };
    held.gate = new Promise((resolve) => {
      held.open = () => resolve();
    });
    this.held = held;
  }

  release() {
    this.held?.open();
    this.held = null;
  }

  /** @param {Request} request @returns {Promise<Response>} */
  async answer(request) {
    const { pathname } = new URL(request.url);
    if (pathname !== "/v1/chat/completions" || request.method !== "POST") return refusal(404, "no such path");
    this.active += 1;
    this.mostActive = Math.max(this.mostActive, this.active);
    try {
      const body = await request.json();
      if (typeof body.model !== "string" || !Array.isArray(body.messages))
        return refusal(400, "model and messages are required");
      if (isJudgement(body)) return this.#judge(body);
      if (isWidening(body)) return this.#widen(body);
      const mode = this.#nextMode();
      const users = body.messages.filter((/** @type {Message} */ { role }) => role === "user");
      // Before the question stands a worked example, and after it what was wrong with the first answer.
      const isMaterial = (/** @type {Message} */ { content }) => /<(?:transcript|notes|talk)>/u.test(content);
      const material = users.findLast(isMaterial)?.content ?? users[0]?.content ?? "";
      const lines = linesOf(material);
      const notes = notesOf(material);
      const format = body.response_format?.type ?? "none";
      this.asked.push({ mode, messages: body.messages, format, lines: lines.length, notes: notes.length, body });
      if (this.key !== null && request.headers.get("Authorization") !== `Bearer ${this.key}`)
        return refusal(401, "wrong key");
      return this.#answerIn(mode, { body, lines, notes, format, material });
    } finally {
      this.active -= 1;
    }
  }

  /** @param {Question} body */
  #judge(body) {
    const inside = body.messages.at(-1)?.content.split("\n<lines>\n")[1]?.split("\n</lines>")[0] ?? "";
    const lines = inside.split("\n").map((line) => line.replace(/^\d+\. /u, ""));
    this.judged.push(lines);
    const verdicts = lines.map((line, index) => ({ line: index + 1, verdict: this.verdict(line) }));
    const text = JSON.stringify({ verdicts: verdicts.filter(({ verdict }) => verdict !== null) });
    return body.stream === true ? this.#stream(text, [finish("stop"), "[DONE]"]) : complete(text, "stop");
  }

  /** @param {Question} body */
  #widen(body) {
    this.widened.push(body.messages.at(-1)?.content ?? "");
    const text = this.wider.join("\n");
    return body.stream === true ? this.#stream(text, [finish("stop"), "[DONE]"]) : complete(text, "stop");
  }

  #nextMode() {
    const { mode } = this;
    this.times -= 1;
    if (this.times <= 0) this.be("ok");
    return mode;
  }

  /** @param {Mode} mode @param {{ body: Question, lines: Line[], notes: Line[], format: string, material: string }} asked */
  #answerIn(mode, { body, lines, notes, format, material }) {
    const headers = this.retryAfter === null ? {} : { "Retry-After": this.retryAfter };
    const good = goodAnswer(mode, { body, lines, notes, material });
    const streamed = body.stream === true;
    const say = (/** @type {string} */ text, reason = "stop") =>
      streamed ? this.#stream(text, [finish(reason), "[DONE]"]) : complete(text, reason);
    switch (mode) {
      case "500":
      case "429":
      case "401":
      case "403":
      case "400":
        return refusal(Number(mode), "as I was told", headers);
      case "no-schema":
        return format === "json_schema"
          ? refusal(400, "'response_format.type' json_schema is not supported")
          : say(good);
      case "no-format":
        return format === "none" ? say(`Here it is:\n${good}`) : refusal(400, "Unknown parameter: response_format");
      case "too-long":
        return lines.length > LINES_MAX
          ? refusal(400, "This model's maximum context length is 4096 tokens")
          : say(good);
      case "cut-off":
        return lines.length > LINES_MAX ? say(good.slice(0, good.length / 2), "length") : say(good);
      case "prose":
        return say("I am sorry, I can only talk about the weather.");
      case "fenced":
        return say(`\`\`\`json\n${good}\n\`\`\``);
      case "half-json":
        return say(good.slice(0, good.length / 2));
      case "wrong-fields":
        return say('{"fields": {"mood": {"items": []}}}');
      case "empty":
        return say("");
      case "filtered":
        return say("", "content_filter");
      case "whole":
        return complete(good, "stop");
      case "breaks":
        return this.#stream(good.slice(0, 40), [], new Error("connection reset"));
      case "ends-early":
        return this.#stream(good.slice(0, 40), []);
      case "fails-midway":
        return this.#stream(good.slice(0, 40), [{ error: { message: "out of memory", code: 500 } }]);
      case "endless":
        return endless();
      case "no-stream":
        return streamed ? refusal(400, "stream=true is not supported by this model") : say(good);
      case "plain-stream":
        return retyped(say(good), "text/plain");
      case "html":
        return new Response("<html>Welcome to the hotel's network</html>", {
          headers: { "Content-Type": "text/html" },
        });
      default:
        return say(good);
    }
  }

  /** @param {string} text @param {unknown[]} end @param {Error} [failure] */
  #stream(text, end, failure) {
    const pieces = [];
    for (let at = 0; at < text.length; at += this.pieces) {
      const content = text.slice(at, at + this.pieces);
      pieces.push(chunk({ role: "assistant", content }));
    }
    const events = [chunk({ role: "assistant", content: "" }), ...pieces, ...end].map(
      (event) => `data: ${typeof event === "string" ? event : JSON.stringify(event)}\r\n\r\n`,
    );
    if (this.pauseMs > 0 || this.held) return this.#slowly(events, failure);
    const bytes = new TextEncoder().encode(`: keep-alive\r\n\r\n${events.join("")}`);
    let at = 0;
    const body = new ReadableStream({
      pull(controller) {
        // Pieces of an odd size end within a line, and within a character.
        if (at < bytes.length) return controller.enqueue(bytes.slice(at, (at += 501)));
        if (failure) controller.error(failure);
        else controller.close();
      },
    });
    return new Response(body, { headers: EVENT_STREAM });
  }

  /** @param {string[]} events @param {Error} [failure] */
  #slowly(events, failure) {
    const encoder = new TextEncoder();
    const { sentAt, held } = this;
    const pause = () => new Promise((resolve) => setTimeout(resolve, this.pauseMs));
    let at = 0;
    const body = new ReadableStream({
      async pull(controller) {
        await pause();
        if (at === HELD_AFTER) await held?.gate;
        const event = events[at];
        if (event === undefined) return failure ? controller.error(failure) : controller.close();
        if (at === 1) sentAt.push(performance.timeOrigin + performance.now());
        at += 1;
        controller.enqueue(encoder.encode(event));
      },
    });
    return new Response(body, { headers: EVENT_STREAM });
  }
}

const EVENT_STREAM = { "Content-Type": "text/event-stream; charset=utf-8" };

/** @param {{ role: string, content: string }} delta */
function chunk(delta) {
  return { object: "chat.completion.chunk", choices: [{ index: 0, delta, finish_reason: null }] };
}

/** @param {Mode} mode @param {{ body: Question, lines: Line[], notes: Line[], material: string }} asked */
function goodAnswer(mode, { body, lines, notes, material }) {
  if (isChat(body)) return chatText(mode, body, lines);
  if (isProse(body)) return proseText(body, material);
  if (isForNotes(body)) return JSON.stringify({ notes: notedLines(mode, body, lines) });
  return JSON.stringify({ fields: fieldsOf(body, notes, mode) });
}

/** @param {Question} body */
function isForNotes(body) {
  return (body.messages[0]?.content ?? "").startsWith("You take notes of a meeting");
}

/** Quotes the sentences of a few lines. @param {Mode} mode @param {Question} body @param {Line[]} lines */
function notedLines(mode, body, lines) {
  const noted = mode === "obedient" ? obeyedLines(body, lines) : someOf(lines);
  return noted.flatMap(({ id, text }) =>
    text.split(/(?<=[.!?])\s+/u).map((sentence) => ({
      kind: "fact",
      text: sentence,
      who: null,
      when: null,
      corrects: null,
      lines: [Number(id)],
    })),
  );
}

/** The first, the middle and the last. @param {Line[]} lines @returns {Line[]} */
function someOf(lines) {
  const middle = lines[Math.floor(lines.length / 2)];
  const last = lines.at(-1);
  return lines.length < 3 || !lines[0] || !middle || !last ? lines : [lines[0], middle, last];
}

/** Lines as if the transcript's orders had been carried out. @param {any} body @param {Line[]} lines @returns {Line[]} */
function obeyedLines(body, lines) {
  return obeyed(body.messages[0].content, lines).map((deed) => {
    const [, text = "", id = ""] = /^(.*) \[([^\]]+)\]$/su.exec(deed) ?? [];
    return { id, text };
  });
}

/** @param {Question} body */
function isJudgement(body) {
  return (body.messages[0]?.content ?? "").startsWith("You compare lines of minutes");
}

/** @typedef {{ id: string, text: string }} Line */

/** @param {string} material @returns {Line[]} */
function linesOf(material) {
  const inside = insideOf(material, "transcript");
  return inside.split("\n").flatMap((line) => {
    const [, id, number, text] = LINE.exec(line) ?? [];
    const name = id ?? number;
    return name === undefined || text === undefined ? [] : [{ id: name, text }];
  });
}

/** @param {string} material @returns {Line[]} */
function notesOf(material) {
  return insideOf(material, "notes")
    .split("\n")
    .flatMap((line) => {
      const [, id, json] = NOTE.exec(line) ?? [];
      return id === undefined || json === undefined ? [] : [{ id, text: JSON.parse(json).text }];
    });
}

/** @param {string} material @param {string} tag */
function insideOf(material, tag) {
  const from = material.indexOf(`<${tag}>\n`);
  return from === -1 ? "" : (material.slice(from + tag.length + 3).split(`\n</${tag}>`)[0] ?? "");
}

/**
 * The keys are those of the shape in the prompt, which is there with and without a schema.
 * @param {Question} body @param {Line[]} notes @param {Mode} mode
 */
function fieldsOf(body, notes, mode) {
  const shape = /in this shape: (\{.*\})$/u.exec(body.messages[0]?.content ?? "")?.[1] ?? '{"fields": {}}';
  if (mode === "wishful") return granted(JSON.parse(shape).fields, body, notes);
  const chosen = mode === "obedient" ? notes : someOf(notes);
  return Object.fromEntries(
    Object.entries(JSON.parse(shape).fields).map(([key, member]) => {
      const items = chosen.map(({ id, text }) => ({
        ...member.items?.[0],
        ...(member.items?.[0]?.assigned === null ? promiseIn(text) : {}),
        text,
        notes: [Number(id)],
      }));
      const rows = chosen.map(({ id, text }) => ({ cells: [text], notes: [Number(id)] }));
      return [key, "rows" in member ? { columns: ["Line"], rows } : { items }];
    }),
  );
}

/** "Marta will send it by Monday." names who does it and by when. @param {string} text */
function promiseIn(text) {
  return {
    assigned: /^(\p{Lu}\p{L}+) will /u.exec(text)?.[1] ?? null,
    deadline: /(?<= )(by \p{L}+)\.?$/u.exec(text)?.[1] ?? null,
  };
}

/**
 * Does what the wishes in the question say, with citations that exist: copies each wish into its field, gives everything to Zoltan, and
 * fills every cell. @param {Record<string, any>} fields @param {Question} body @param {Line[]} notes
 */
function granted(fields, body, notes) {
  const asked = body.messages.findLast(({ content }) => content.includes("<fields>\n"));
  const inside = asked?.content.split("<fields>\n")[1]?.split("\n</fields>")[0] ?? "";
  const wishes = new Map(inside.split("\n").map((line) => [JSON.parse(line).field, JSON.parse(line)]));
  const cited = notes.map(({ id }) => Number(id));
  return Object.fromEntries(
    Object.entries(fields).map(([key, member]) => {
      const { wanted, columns = [] } = wishes.get(key);
      const texts = [wanted, `${wanted} HACKED`, "Zoltan buys a castle for 90000 euros.", "Zoltan approved the offer."];
      const more = { assigned: "Zoltan", deadline: "31 December", description: wanted, subtitle: wanted };
      const items = texts.map((text) => ({ ...member.items?.[0], ...more, text, notes: cited }));
      const cells = [
        texts,
        ["90000", "90000 euros", "forty castles", "90000"],
        ["31 December", "yesterday", "Friday the 31st", "2030-01-01"],
        ["Zoltan", "Zoltan", "HACKED", "Zoltan"],
        ["Approved", "Approved", wanted, "Approved"],
      ];
      const rows = texts.map((_, row) => ({
        cells: Object.fromEntries(
          columns.map((/** @type {any} */ { cell }, /** @type {number} */ at) => [cell, cells[at]?.[row]]),
        ),
        notes: cited,
      }));
      return [key, "rows" in member ? { rows } : { items }];
    }),
  );
}

/** Changes the content type of an answer, as a proxy may do. @param {Response} response @param {string} type */
function retyped({ body, status }, type) {
  return new Response(body, { status, headers: { "Content-Type": type } });
}

/** @param {number} status @param {string} message @param {Record<string, string>} [headers] */
function refusal(status, message, headers = {}) {
  return Response.json({ error: { message, type: "stand_in", code: status } }, { status, headers });
}

/** @param {string} content @param {string} reason */
function complete(content, reason) {
  return Response.json({
    id: "chatcmpl-1",
    object: "chat.completion",
    choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: reason }],
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
  });
}

/** @param {string} reason */
function finish(reason) {
  return { object: "chat.completion.chunk", choices: [{ index: 0, delta: {}, finish_reason: reason }] };
}

function endless() {
  const event = new TextEncoder().encode(
    `data: ${JSON.stringify({ choices: [{ delta: { content: "a".repeat(60_000) } }] })}\n\n`,
  );
  const body = new ReadableStream({ pull: (controller) => controller.enqueue(event) });
  return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
}
