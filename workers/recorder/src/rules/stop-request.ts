/**
 * Whether a chat message asks the bot to leave: "stop" and its like as a message of its own, in the four languages of
 * meetings, with the bot's name and courtesies around it. Not within a sentence: nobody ends a recording by talking about
 * stopping something else.
 */
const STOP = [
  "stop",
  "stop recording",
  "stop the recording",
  "para",
  "parar",
  "para de grabar",
  "deja de grabar",
  "detente",
  "detén la grabación",
  "atura",
  "atura't",
  "aturar",
  "para de gravar",
  "deixa de gravar",
  "atura la gravació",
  "arrête",
  "arrêtez",
  "arrête-toi",
  "arrête d'enregistrer",
  "arrêtez d'enregistrer",
  "arrête l'enregistrement",
  "arrêtez l'enregistrement",
];
const NAME = ["acta"];
const COURTESY = [
  "please",
  "por favor",
  "si us plau",
  "sisplau",
  "s'il te plaît",
  "s'il vous plaît",
  "merci",
  "gracias",
  "gràcies",
  "thanks",
];
const LENGTH_MAX = 60;

const WISHES = new Set(STOP.map(bare));
const AROUND = [...NAME, ...COURTESY].map(bare).sort((one, other) => other.length - one.length);

export function asksToStop(message: string): boolean {
  if (message.length > LENGTH_MAX || message.includes("?")) return false;
  let wish = bare(message);
  for (;;) {
    const before = AROUND.find((each) => wish.startsWith(`${each} `));
    const after = AROUND.find((each) => wish.endsWith(` ${each}`));
    if (before !== undefined) wish = wish.slice(before.length + 1);
    else if (after !== undefined) wish = wish.slice(0, -after.length - 1);
    else return WISHES.has(wish);
  }
}

/** Letters and spaces only, without accents: people write "arrete", "STOP!!" and "¡Para!". */
function bare(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/['’\-–]/gu, " ")
    .replace(/[^\p{L}\s]/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
}
