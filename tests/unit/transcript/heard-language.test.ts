import { expect, test } from "vitest";
import { decideLanguage, type HeardWindow, windowLanguage } from "#app/domain/transcript/heard-language.ts";

const heard = (language: string, seconds: number): HeardWindow => ({ language, spokenMs: seconds * 1000 });

test.each<{ what: string; windows: HeardWindow[]; isAll?: boolean; sees: string | null }>([
  { what: "nothing yet", windows: [], sees: null },
  { what: "half a minute", windows: [heard("en", 30)], sees: null },
  { what: "half a minute, and no more comes", windows: [heard("en", 30)], isAll: true, sees: "en" },
  { what: "a minute in one window", windows: [heard("en", 200)], sees: null },
  { what: "a minute", windows: [heard("en", 40), heard("en", 20)], sees: "en" },
  { what: "one window that was mistaken", windows: [heard("es", 50), heard("ca", 200), heard("ca", 240)], sees: "ca" },
  { what: "as much of each", windows: [heard("es", 60), heard("ca", 60)], sees: null },
  { what: "a little more of one than of the other", windows: [heard("es", 110), heard("ca", 90)], sees: null },
  {
    what: "a little more of one, and no more comes",
    windows: [heard("es", 110), heard("ca", 90)],
    isAll: true,
    sees: "es",
  },
  {
    what: "a first window that was mistaken, and two others",
    windows: [heard("la", 60), heard("pt", 60), heard("pt", 60)],
    sees: "pt",
  },
  { what: "another language than the four", windows: [heard("de", 300), heard("de", 9)], sees: "de" },
  { what: "Latin, which is no understanding", windows: [heard("la", 300), heard("la", 9)], sees: null },
  { what: "a language that no engine knows", windows: [heard("xx", 300), heard("xx", 9)], sees: null },
  { what: "another language, and no more comes", windows: [heard("de", 300), heard("en", 5)], isAll: true, sees: "de" },
  { what: "silence", windows: [heard("en", 0)], isAll: true, sees: null },
])("the language is decided by what was spoken: $what", ({ windows, isAll = false, sees }) => {
  expect(decideLanguage(windows, isAll)).toBe(sees);
});

const SPANISH =
  "Buenos días, hoy tenemos que ver el horario del ferry de la tarde. Creo que el barco de la noche debería seguir, pero cuesta más de lo que hay. Vale, entonces yo escribo al ayuntamiento y tú hablas con el patrón sobre sus horas, porque no lo han dicho todavía.";
const PORTUGUESE =
  "Bom dia, hoje vamos falar do horário do barco da tarde. Acho que o barco da noite deve continuar, mas custa mais do que temos. Então eu escrevo à câmara e tu falas com o patrão sobre as horas dele, porque ainda não disseram nada. Depois vemos os preços com todos.";

test.each<[string, string, string, string]>([
  ["Spanish words that were heard as English", "en", SPANISH, "es"],
  ["Spanish words that were heard as Galician", "gl", SPANISH, "es"],
  ["Portuguese words", "pt", PORTUGUESE, "pt"],
  ["Portuguese words that were heard as Latin", "la", PORTUGUESE, "la"],
  ["too few words", "en", "Buenos días a todos.", "en"],
  [
    "Japanese words of a server that tells English",
    "en",
    "今日の会議では、新製品の発売日と予算について話します。",
    "ja",
  ],
  ["Thai words of a server that tells English", "en", "สวัสดีครับ วันนี้เราจะประชุมเรื่องงบประมาณ", "th"],
  ["Persian, which is written as Arabic is", "fa", "امروز درباره بودجه و پیشنهاد شرکت صحبت می‌کنیم", "fa"],
  ["Marathi, which is written as Hindi is", "mr", "आज आपण अंदाजपत्रक आणि प्रस्तावाबद्दल बोलू", "mr"],
  ["Chinese", "zh", "我们星期二讨论新产品的预算和发布日期，请大家准备", "zh"],
  ["Cantonese", "yue", "我哋星期二討論新產品嘅預算同埋發佈日期，請大家準備", "yue"],
  [
    "Russian of a server that tells English",
    "en",
    "Сегодня мы обсуждаем бюджет и новые даты выпуска, вы готовы?",
    "ru",
  ],
  ["a code that nobody knows", "xx", "สวัสดีครับ วันนี้เราจะประชุมเรื่องงบประมาณ", "th"],
])("the words of a window show its language: %s", (_, told, text, language) => {
  expect(windowLanguage(told, [{ text }])).toBe(language);
});

test.each<[string, string, readonly string[]]>([
  [
    "Ukrainian",
    "uk",
    ["Сьогодні ми обговорюємо бюджет і нові дати випуску.", "Хто напише листа постачальникові до п'ятниці?"],
  ],
  [
    "Belarusian",
    "be",
    ["Сёння мы абмяркоўваем бюджэт і новыя даты выпуску.", "Хто напіша ліст пастаўшчыку да пятніцы?"],
  ],
  [
    "Bulgarian",
    "bg",
    ["Днес обсъждаме бюджета и новите дати за пускането.", "Кой ще напише писмо на доставчика до петък?"],
  ],
  ["Serbian", "sr", ["Данас разговарамо о буџету и новим датумима објављивања.", "Ко ће писати добављачу до петка?"]],
  ["Bosnian in Cyrillic", "bs", ["Данас ћемо причати о буџету за сљедећу годину.", "Ко ће писати добављачу до петка?"]],
  ["Macedonian", "mk", ["Денес зборуваме за буџетот и за новите датуми.", "Кој ќе му пише на добавувачот до петок?"]],
  [
    "Uzbek in Cyrillic",
    "uz",
    ["Бугун биз бюджет ва янги муддатларни муҳокама қиламиз.", "Жума кунигача етказиб берувчига ким хат ёзади?"],
  ],
  ["Uzbek of letters that Russian has too", "uz", ["Эртага эрталаб сизлар билан бирга ишлаймиз, кейин гаплашамиз."]],
  [
    "Azerbaijani in Cyrillic",
    "az",
    ["Бу ҝүн биз бүдҹәни вә јени тарихләри мүзакирә едирик.", "Ҹүмә ҝүнүнә гәдәр мәктубу ким јазаҹаг?"],
  ],
  ["Kazakh", "kk", ["Бүгін біз бюджетті және жаңа мерзімдерді талқылаймыз.", "Жұмаға дейін хатты кім жазады?"]],
  [
    "Mongolian",
    "mn",
    ["Өнөөдөр бид төсөв болон шинэ хугацааг хэлэлцэнэ.", "Баасан гараг гэхэд захидлыг хэн бичих вэ?"],
  ],
])("%s is not taken for Russian: the language that was told stays, also a wrong one", (_, language, sentences) => {
  const segments = sentences.map((text) => ({ text }));
  for (const told of [language, "en", "tr"]) expect(windowLanguage(told, segments)).toBe(told);
});

test("Russian is known by its letters whatever was told, and not where they do not tell", () => {
  const long = [
    { text: "Кто напишет письмо поставщику до пятницы?" },
    { text: "Мы вышлем новые цены и сроки завтра." },
  ];
  expect(windowLanguage("uz", long)).toBe("ru");
  expect(windowLanguage("uz", long.slice(0, 1))).toBe("ru");
  expect(windowLanguage("uz", [{ text: "Завтра утром приедет новая машина." }])).toBe("uz");
});
