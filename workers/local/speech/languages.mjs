// The languages that the speech models of this machine know. `tests/unit/speech/languages.test.ts` compares them with the meeting's languages.

/** Whisper's, by its own codes. Its models before large-v3 do not know "yue". A language that a model does not know ends the engine's process. */
const WHISPER = new Set(
  (
    "en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt la mi ml cy sk te fa lv bn sr az " +
    "sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be tg sd gu am yi lo uz fo ht ps tk nn mt sa lb my bo tl mg as tt " +
    "haw ln ha ba jw su"
  ).split(" "),
);

/** Parakeet TDT 0.6B v3's 25, by its model card. Catalan is not among them. */
export const PARAKEET = "bg hr cs da nl en et fi fr de el hu it lv lt mt pl pt ro sk sl es sv ru uk".split(" ");

/** Cantonese is written in Chinese, which each Whisper knows. */
const STANDS_FOR = new Map([
  ["jv", "jw"],
  ["yue", "zh"],
]);

/** The code by which the models know a language; null for one that none of them knows. @param {string} language @returns {string | null} */
export function modelLanguage(language) {
  const code = STANDS_FOR.get(language) ?? language;
  return WHISPER.has(code) ? code : null;
}
