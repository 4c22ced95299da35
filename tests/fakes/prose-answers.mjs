/**
 * Answers of the stand-in for a small model, in words: about a part of the talk one sentence with its longer words, and about a field of
 * the minutes a few of the sentences that it wrote before. @typedef {{ messages: { role: string, content: string }[] }} Question
 */

const WORDS_MAX = 8;
const LINES_MAX = 3;

/** @param {Question} body */
export function isProse(body) {
  return /^You write (?:what happened in a part of a meeting, |the minutes of a meeting from notes\. )/u.test(
    body.messages[0]?.content ?? "",
  );
}

/** @param {Question} body @param {string} material */
export function proseText(body, material) {
  const sentences = [...material.matchAll(/^- (.+)$/gmu)].map(([, text = ""]) => text);
  if (!(body.messages[0]?.content ?? "").startsWith("You write what")) {
    return sentences
      .slice(0, LINES_MAX)
      .map((sentence) => (material.includes("- task |") ? `- ${sentence} | ? | ?` : `- ${sentence}`))
      .join("\n");
  }
  const words = material.replace(/<[^>]*>/gu, " ").match(/\p{L}{5,}/gu) ?? [];
  return `Somebody spoke of ${[...new Set(words)].toSorted().slice(0, WORDS_MAX).join(", ")}.`;
}
