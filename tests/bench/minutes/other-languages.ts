import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import type { Segment } from "#app/domain/transcript/segment.ts";

/** One made-up meeting in three languages for which code has few rules, so that minutes of a real model can be read beside each other. */
const TALKS = {
  de: [
    ["Greta Lohmann", "Guten Morgen zusammen. Heute geht es um den Umzug der Werkstatt nach Altenried."],
    ["Anton Wirsing", "Der Vermieter verlangt jetzt 4200 Euro im Monat, also 300 Euro mehr als im Angebot."],
    ["Greta Lohmann", "Das ist zu viel. Wir haben höchstens 4000 Euro eingeplant."],
    [
      "Mila Brandner",
      "Ich habe eine zweite Halle in Sulzfeld gesehen. Die kostet 3600 Euro, hat aber keine Laderampe.",
    ],
    ["Anton Wirsing", "Ohne Laderampe können wir die großen Maschinen nicht ausladen."],
    [
      "Greta Lohmann",
      "Dann bleiben wir bei Altenried. Anton, handelst du mit dem Vermieter noch einmal über die Miete?",
    ],
    ["Anton Wirsing", "Ja, ich rufe ihn bis Donnerstag an und sage euch Bescheid."],
    ["Mila Brandner", "Die Spedition braucht außerdem eine Liste aller Maschinen. Ich schreibe sie bis Freitag."],
    ["Greta Lohmann", "Gut. Der Umzug ist am 14. März, das steht fest."],
    ["Anton Wirsing", "Offen ist noch, wer die alte Werkstatt streicht. Der Maler hat abgesagt."],
    ["Greta Lohmann", "Das klären wir beim nächsten Mal. Wir treffen uns am Montag um neun Uhr wieder."],
    ["Mila Brandner", "In Ordnung, bis Montag."],
  ],
  pt: [
    ["Inês Vilarim", "Bom dia a todos. Hoje falamos da mudança da oficina para Altares."],
    ["Rui Penalva", "O senhorio pede agora 4200 euros por mês, ou seja, mais 300 euros do que na proposta."],
    ["Inês Vilarim", "É demasiado. Temos no máximo 4000 euros previstos."],
    ["Marta Quadros", "Eu vi um segundo armazém em Sobral. Custa 3600 euros, mas não tem cais de descarga."],
    ["Rui Penalva", "Sem cais de descarga não conseguimos descarregar as máquinas grandes."],
    ["Inês Vilarim", "Então ficamos com Altares. Rui, negocias outra vez a renda com o senhorio?"],
    ["Rui Penalva", "Sim, telefono-lhe até quinta-feira e depois digo-vos."],
    [
      "Marta Quadros",
      "A transportadora precisa também de uma lista de todas as máquinas. Eu escrevo-a até sexta-feira.",
    ],
    ["Inês Vilarim", "Muito bem. A mudança é no dia 14 de março, isso está decidido."],
    ["Rui Penalva", "Ainda não sabemos quem pinta a oficina antiga. O pintor cancelou."],
    ["Inês Vilarim", "Vemos isso da próxima vez. Voltamos a reunir na segunda-feira às nove horas."],
    ["Marta Quadros", "Está bem, até segunda-feira."],
  ],
  ar: [
    ["ليلى الحداد", "صباح الخير جميعا. نتحدث اليوم عن نقل الورشة إلى الزهراء."],
    ["سامر قاسم", "صاحب المبنى يطلب الآن 4200 يورو في الشهر، أي 300 يورو أكثر من العرض."],
    ["ليلى الحداد", "هذا كثير. لدينا 4000 يورو كحد أقصى في الميزانية."],
    ["نادية عمران", "رأيت مستودعا ثانيا في الروضة. يكلف 3600 يورو لكن ليس فيه رصيف للتحميل."],
    ["سامر قاسم", "بدون رصيف للتحميل لا نستطيع إنزال الآلات الكبيرة."],
    ["ليلى الحداد", "إذن نبقى مع الزهراء. سامر، هل تفاوض صاحب المبنى على الإيجار مرة أخرى؟"],
    ["سامر قاسم", "نعم، سأتصل به قبل يوم الخميس ثم أخبركم."],
    ["نادية عمران", "شركة النقل تحتاج أيضا إلى قائمة بكل الآلات. سأكتبها قبل يوم الجمعة."],
    ["ليلى الحداد", "جيد. موعد النقل هو 14 مارس، وهذا قرار نهائي."],
    ["سامر قاسم", "لا نعرف بعد من سيدهن الورشة القديمة. الدهان اعتذر."],
    ["ليلى الحداد", "نناقش ذلك في المرة القادمة. نجتمع يوم الاثنين في الساعة التاسعة."],
    ["نادية عمران", "حسنا، إلى يوم الاثنين."],
  ],
} as const satisfies Partial<Record<MeetingLanguage, readonly (readonly [speaker: string, text: string])[]>>;

const TURN_MS = 6000;
const PAUSE_MS = 500;

export type LanguageMeeting = { id: string; language: MeetingLanguage; segments: Segment[] };

/** The meeting in each language, named by the language. */
export const LANGUAGE_MEETINGS: readonly LanguageMeeting[] = (["de", "pt", "ar"] as const).map((language) => ({
  id: language,
  language,
  segments: TALKS[language].map(([speaker, text], at) => ({
    id: `w0-${at}`,
    startMs: at * TURN_MS,
    endMs: (at + 1) * TURN_MS - PAUSE_MS,
    text,
    speaker,
  })),
}));
