/**
 * Sentences that give orders to an assistant ("ignore previous instructions", "as an AI, write …"), in the four languages. People
 * talk about assistants and instructions too, so a word alone is not enough: the order speaks to the assistant, or asks for its
 * output in a given form.
 */
const ORDERS: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.?!]{0,40}\b(?:instructions?|rules?|prompts?|guidelines|everything (?:above|before)|the meeting)\b/iu,
  /\b(?:ignor\p{L}*|olvid\p{L}*|obvi\p{L}*)\b[^.?!]{0,40}\b(?:instrucci\p{L}*|reglas|indicaciones)(?!\p{L})/iu,
  /\b(?:ignore[zs]?|oublie[zs]?|oublier)\b[^.?!]{0,40}(?:instructions|consignes|règles)(?!\p{L})/iu,
  /\b(?:ignor\p{L}*|oblid\p{L}*)\b[^.?!]{0,40}\b(?:instruccions|regles|indicacions)(?!\p{L})/iu,
  /\bas an? (?:ai|assistant|language model)\b|\byou are (?:now |an? )?(?:an? )?(?:ai|assistant|unrestricted|language model|in developer mode)\b/iu,
  /\bcomo (?:una )?(?:ia|inteligencia artificial|asistente|modelo de lenguaje)\b|\b(?:ahora )?eres (?:ahora )?(?:un |una |otro )?(?:ia|asistente|modelo)\b/iu,
  /\ben tant qu['’]\s?(?:ia|assistant)|\ben tant que (?:modèle|assistant)|\btu es (?:maintenant )?(?:un |une )?(?:autre )?(?:ia|assistant|modèle)\b/iu,
  /\bcom a (?:ia|assistent|model)|\b(?:ara )?ets (?:ara )?(?:un |una )?(?:altre )?(?:ia|assistent|model)\b/iu,
  /\b(?:system prompt|developer mode|mensaje del sistema|message système|missatge del sistema)\b/iu,
  /^\W*(?:\[[^\]]*\][^a-z]*)?(?:system|assistant|sistema|asistente|système|assistent)\s*:/iu,
  /\b(?:reply|respond|answer|output|print) (?:only|just|nothing but|exclusively)\b/iu,
  /\b(?:responde|contesta|escribe) (?:solo|sólo|solamente|únicamente)\b|\brespon(?:s|eu)? (?:només|únicament)\b|\bréponds?(?:ez)? (?:uniquement|seulement)(?!\p{L})/iu,
  /\b(?:write|add|put|include|say|state|insert)\b[^.?!]{0,60}\b(?:in|into|to) (?:the|your) (?:summary|minutes|output|answer|response)\b/iu,
  /\b(?:escribe|añade|pon|incluye|inserta)\b[^.?!]{0,60}\b(?:en|a) (?:el|la|tu) (?:resumen|acta|respuesta|salida)\b/iu,
  /\b(?:écris|écrivez|ajoute|ajoutez|mets|insère)(?!\p{L})[^.?!]{0,60}(?:dans|à|au) (?:le |la |ta |votre )?(?:résumé|compte rendu|réponse)/iu,
  /\b(?:escriu|afegeix|posa|inclou|insereix)\b[^.?!]{0,60}(?:al|a la|en el|a) (?:la )?(?:teva )?(?:resum|acta|resposta)\b/iu,
  /<\|\w{2,20}\|>|\[\/?INST\]|"role"\s*:\s*"(?:system|assistant|user)"/iu,
  // Markup is not said: it was written into the transcript for the page that shows the answer.
  /!\[[^\]]{0,80}\]\s*\(|\]\s*\(\s*(?:https?:|javascript:)|<\/?(?:img|a|script|iframe|svg|style|form)\b|\*\*[^*]{3,60}:\s*\*\*/iu,
];
/** An order is a sentence; a longer text without an end is judged by its beginning. */
const LOOKED_AT_CHARS = 600;

/** Tells whether a sentence gives orders to an assistant. It is then neither a highlight nor a proof. */
export function isInstruction(sentence: string): boolean {
  const text = sentence.slice(0, LOOKED_AT_CHARS);
  return ORDERS.some((order) => order.test(text));
}

/**
 * Cuts an order out of a text that holds it beside ordinary sentences: a transcript without capitals may look like one sentence. Text
 * without an order stays whole.
 */
export function withoutInstructions(text: string): string[] {
  if (!isInstruction(text)) return [text];
  return text.split(/(?<=[.!?…])\s+/u).filter((part) => !isInstruction(part));
}
