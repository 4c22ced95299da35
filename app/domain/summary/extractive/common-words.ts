import { withOthers } from "#app/domain/by-language.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";

/**
 * Lists of common words and short phrases, one list for each purpose and language: all that the engine without a model knows of a language.
 * Changing them needs no grammar. They are written as people write them; case never matters.
 */
type Words = Readonly<Record<MeetingLanguage, readonly string[]>>;

const words = (text: string) => text.trim().split(/\s*\|\s*/u);

/** Sounds and words of hesitation. They are left out of a quotation wherever they stand. */
export const FILLERS: Words = withOthers<readonly string[]>(
  {
    en: words("uh | um | umm | uhm | er | erm | hm | hmm | mm | mmm | mm-hm | mm-hmm | mmhmm | uh-huh | ah | oh | eh"),
    es: words("eh | ehm | em | mm | mmm | hm | ah | oh | o sea | ¿no? | ¿vale? | ¿sabes?"),
    fr: words("euh | heu | hum | hm | mm | ah | oh | hein"),
    ca: words("eh | ehm | emm | mm | mmm | hm | ah | oh | o sigui | ¿oi? | ¿vale? | ¿saps?"),
  },
  [],
);

/** Phrases that are left out between two commas, or between a comma and the end: "it is, you know, late". */
export const ASIDES: Words = withOthers<readonly string[]>(
  {
    en: words("you know | you see | I mean | like | sort of | kind of | okay | ok | yeah | by the way | so to speak"),
    es: words("digamos | sabes | ya sabes | la verdad | vale | por cierto | quiero decir | por así decirlo"),
    fr: words(
      "tu vois | vous voyez | tu sais | vous savez | disons | quoi | voilà | bref | en gros | au fait | je veux dire",
    ),
    ca: words("diguem | saps | ja saps | la veritat | vale | per cert | vull dir"),
  },
  [],
);

/** Words that open a turn and say nothing. They are left out at the beginning of a quotation, where punctuation follows. */
export const OPENERS: Words = withOthers<readonly string[]>(
  {
    en: words(`
    so | and | but | well | yes | yeah | yep | right | alright | all right | okay | ok | now | then | anyway | basically | actually |
    sure | great | good | cool | fine | perfect | exactly | thanks | thank you | I mean | you know | you see | by the way | look | listen | Mr Chair | Mr. Chair | Madam Chair | Mr. Speaker`),
    es: words(`
    y | pero | pues | entonces | así que | sí | bueno | vale | claro | a ver | mira | oye | vamos | bien | ya | ok | okay | perfecto |
    genial | de acuerdo | nada | exacto | gracias | por cierto | en fin | la verdad | hombre | como decía | como os decía |
    señor presidente | señora presidenta`),
    fr: words(`
    et | mais | donc | alors | ben | bon | voilà | oui | d'accord | écoutez | écoute | bien | très bien | en fait | ok | okay | parfait |
    exactement | merci | eh bien | bref | en gros | au fait | du coup |
    monsieur le président | madame la présidente`),
    ca: words(`
    i | però | doncs | llavors | bé | bueno | vale | d'acord | sí | és clar | clar | a veure | mira | ok | okay | perfecte | molt bé |
    exacte | gràcies | per cert | en fi | com deia | com us deia | senyor president | senyora presidenta`),
  },
  [],
);

/** Openers that are left out without punctuation behind them too, because they begin no statement. */
export const BARE_OPENERS: Words = withOthers<readonly string[]>(
  {
    en: words("and | but | okay | ok | yeah | yep"),
    es: words("pues | entonces | y | pero | ok | okay | la verdad es que | lo que pasa es que"),
    fr: words("ben | donc | et | mais | ok | okay | du coup"),
    ca: words("doncs | llavors | i | però | ok | okay | la veritat és que | el que passa és que"),
  },
  [],
);

/** A sentence that begins with one of these needs the sentence before it. */
export const LEANING: Words = withOthers<readonly string[]>(
  {
    en: words("which | it | that | they | he | she | this | these | those | or"),
    es: words(
      "o | eso | esto | este | esta | estos | estas | ese | esa | ellos | ellas | él | ella | lo cual | que | porque",
    ),
    fr: words("ou | ça | cela | c'est | ce | ils | elles | il | elle | ceux | celles | qui"),
    ca: words("o | això | allò | aquest | aquesta | aquests | aquestes | ells | elles | ell | ella | que"),
  },
  [],
);

/** The word behind one of these decides whether a sentence needs the one before it: "so that costs". */
export const JOINING: Words = withOthers<readonly string[]>(
  {
    en: words("so | and | but | then"),
    es: words("así que | y | pero | entonces"),
    fr: words("donc | et | mais | alors"),
    ca: words("així que | i | però | llavors"),
  },
  [],
);

/** No whole sentence ends with one of these: its speaker was interrupted. */
export const UNFINISHED: Words = withOthers<readonly string[]>(
  {
    en: words("and | the | to | a | an | of | or | but | we | I | because | my | your | our | their | if"),
    es: words(
      "y | el | la | los | las | de | del | o | pero | que | un | una | con | para | por | porque | si | en | a",
    ),
    fr: words("et | le | la | les | de | du | des | ou | mais | que | un | une | avec | pour | parce | si | à | en"),
    ca: words("i | el | la | els | les | de | del | o | però | que | un | una | amb | per | perquè | si | a | en"),
  },
  [],
);

/** A short sentence with one of these is about the course of the meeting, not about its subject. */
export const HOUSEKEEPING: Words = withOthers<readonly string[]>(
  {
    en: words(`
    good morning | good afternoon | good evening | hello | hi everyone | welcome | thank you for | thanks for | hear me | see my screen |
    on mute | muted | share my screen | next slide | take a break | have a break | nice to see you | nice to meet you | that's all | that is all |
    that's it | see you | goodbye | bye`),
    es: words(`
    buenos días | buenas tardes | buenas noches | hola | bienvenidos | bienvenidas | gracias por | se me oye | me oís | me escucháis |
    comparto pantalla | siguiente diapositiva | una pausa | eso es todo | nada más por hoy | hasta luego | hasta mañana | hasta pronto`),
    fr: words(`
    bonjour | bonsoir | bienvenue | merci de | merci pour | merci à tous | vous m'entendez | tu m'entends | mon écran |
    diapositive suivante | une pause | c'est tout | voilà tout | à bientôt | à demain | au revoir`),
    ca: words(`
    bon dia | bona tarda | bona nit | hola | benvinguts | benvingudes | gràcies per | em sentiu | comparteixo pantalla |
    diapositiva següent | una pausa | això és tot | res més per avui | fins aviat | fins demà | adéu`),
  },
  [],
);

/** Words by which people say that something was settled. Such sentences come first among the highlights; no list of decisions is made of them. */
export const DECIDING: Words = withOthers<readonly string[]>(
  {
    en: words(
      "decide | decided | decision | agree | agreed | agreement | approve | approved | settled | concluded | conclusion",
    ),
    es: words(`
    decidir | decidido | decidimos | decisión | acordar | acordado | acordamos | acuerdo | aprobar | aprobado | aprobamos | conclusión |
    quedamos en`),
    fr: words(
      "décider | décidé | décidons | décision | convenu | adopté | approuvé | retenu | retenons | validé | conclusion",
    ),
    ca: words(`
    decidir | decidit | decidim | decisió | acordar | acordat | acordem | acord | aprovar | aprovat | aprovem | conclusió | quedem en`),
  },
  [],
);

/** Articles and prepositions: they connect nouns, as written sentences do. */
export const LINKS: Words = withOthers<readonly string[]>(
  {
    en: words("the | of | on | for | in | to | with | and | by | as"),
    es: words("el | la | los | las | del | de | en | para | con | y | por | como | al"),
    fr: words("le | la | les | l | du | des | de | d | en | dans | pour | avec | et | par | comme | au | aux | sur"),
    ca: words("el | la | els | les | l | del | dels | de | d | en | per | amb | i | com | al | als | pel | pels"),
  },
  [],
);

/** Words about the meeting itself. Sentences with them say what a meeting is about. */
export const ABOUT_MEETING: Words = withOthers<readonly string[]>(
  {
    en: words(`
    meeting | meetings | today | agenda | discuss | discussed | discussing | discussion | talk about | presentation | presentations |
    project | projects | purpose | goal | goals | introduce | introduction | session | committee`),
    es: words(`
    reunión | reuniones | hoy | orden del día | tratar | hablar de | presentación | proyecto | proyectos | objetivo | objetivos |
    presupuesto | presupuestos | sesión | comité`),
    fr: words(`
    réunion | réunions | aujourd'hui | ordre du jour | discuter | parler de | présentation | projet | projets | objectif | objectifs |
    séance | comité`),
    ca: words(`
    reunió | reunions | avui | ordre del dia | tractar | parlar de | presentació | projecte | projectes | objectiu | objectius | sessió |
    comitè`),
  },
  [],
);

/** Phrases about what shall be done, and about what matters. */
export const PLANNING: Words = withOthers<readonly string[]>(
  {
    en: words(`
    we're going to | we are going to | we will | we'll | we want to | we have to | we need to | we should | I want to | I would like to |
    I'd like to | let's | I'm going to | we talked | the idea | the point | the problem | the question`),
    es: words(`
    vamos a | queremos | tenemos que | hay que | deberíamos | quiero | me gustaría | hablamos de | la idea | el problema | la cuestión |
    el objetivo`),
    fr: words(`
    on va | nous allons | on veut | nous voulons | on doit | nous devons | il faut | je voudrais | j'aimerais | l'idée | le problème |
    la question | l'objectif`),
    ca: words(`
    anem a | volem | hem de | cal | hauríem de | vull | m'agradaria | la idea | el problema | la qüestió | l'objectiu`),
  },
  [],
);

/** Words with which a speaker opens a topic: people's summaries follow these sentences. */
export const ANNOUNCING: Words = withOthers<readonly string[]>(
  {
    en: words(`
    move on | moving on | turn to | turning to | go on to | talk about | talking about | look at | looking at | start with | starting with |
    discuss | discussion | next topic | next item | next thing | next point | question about | question on | question is | in terms of |
    with regard to | focus on | present | presents | presentation | introduce | introducing | introduction | the issue of | the subject of |
    regarding | concerning`),
    es: words(`
    paso a | pasamos a | pasar a | hablar de | hablamos de | empezar con | empezamos con | empezar por | en cuanto a | respecto a |
    siguiente tema | siguiente punto | próximo punto | preguntar por | preguntar sobre | presentar | presentación | tema de | tratar |
    discutir`),
    fr: words(`
    passons à | passer à | parler de | parlons de | commencer par | commençons par | en ce qui concerne | concernant | quant à |
    prochain sujet | prochain point | point suivant | question sur | présenter | présentation | sujet de | discuter | aborder`),
    ca: words(`
    passo a | passem a | passar a | parlar de | parlem de | començar per | comencem per | pel que fa a | quant a | respecte a |
    següent tema | següent punt | proper punt | preguntar per | presentar | presentació | tema de | tractar | discutir`),
  },
  [],
);
