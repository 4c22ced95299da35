import { withOthers } from "#app/domain/by-language.ts";
import type { MeetingLanguage } from "#app/domain/meeting-languages.ts";
import { stem } from "#app/domain/summary/words/stem.ts";
import { withWordBreaks } from "#app/domain/summary/words/word-breaks.ts";
import { foldedWords, plainLetters } from "#app/domain/transcript/fold.ts";

/**
 * Words that carry no content, folded (no accents, lower case) and split at apostrophes. Spoken fillers are among them,
 * and verbs that every meeting is full of; days, months and numbers are not.
 */
const EN = `
a about above after again against ain all also am an and any anybody anyone anything are aren around as at be because been
before being below between both but by can cannot could couldn d did didn do does doesn doing don done down during each either
else ever every everybody everyone everything few for from further get gets getting go goes going gone gonna gotta got had
hadn has hasn have haven having he her here hers herself him himself his how however i if in into is isn it its itself just
kind know let like ll lot lots m made make makes making many may maybe me mean might mine more most much must mustn my myself
need no nobody none nor not nothing now o of off oh ok okay on once one only onto or other others ought our ours ourselves out
over own perhaps please pretty put quite rather re really right s said same saw say saying says see seem seems shall shan she
should shouldn since so some somebody somehow someone something sort still stuff such sure t take tell than thank thanks that
the their theirs them themselves then there these they thing things think this those though through to too try trying u uh uhm
um under until up upon us use ve very want wanted wants was wasn way we well went were weren what whatever when where whether
which while who whoever whole whom whose why will with within without won would wouldn y yeah yep yes yet you your yours
yourself yourselves hmm hm mm mmm mhm huh ah er eh bit actually basically anyway obviously guess gon wanna ya alright hello hi
good great fine cool nice okey come came look looking looks feel talk talking talked able back even first new people point course different
probably question guys hey little long big
`;

const ES = `
a acaso ah ahi ahora al algo alguien algun alguna algunas alguno algunos alli ante antes apenas aquel aquella aquellas aquello
aquellos aqui asi aun aunque bajo bastante bien buen buena bueno buenas buenos cada casi como con conmigo contigo contra creo
cosa cosas cual cuales cualquier cuando cuanto cuanta cuantos de deber debe deben debemos debo decir dejar del demas dentro desde
despues dia dice dicen dicho digo dijo donde dos durante e eh el ella ellas ello ellos em en encima entonces entre era eran
eramos eres es esa esas ese eso esos esta estaba estaban estado estais estamos estan estar estaria estas este esto estos estoy
estuve estuvo etc fin fue fueron fui fuimos gente gracias ha haber habia habian habra hace hacen hacemos hacer hacia haciendo
hago han has hasta hay haya he hecho hemos hizo hola hoy igual incluso ir ja jamas la las le les lo los luego mas me mejor menos
mi mia mientras mio mis mismo misma mismos modo momento mucha muchas mucho muchos muy nada nadie ni ningun ninguna ninguno no nos
nosotras nosotros nuestra nuestras nuestro nuestros nunca o ok okay os otra otras otro otros para parece pero poco pocos poder
podemos podeis podria podriamos por porque posible pronto pues puede pueden puedes puedo punto que quien quienes quiere quieren
quiero quizas realmente saber sabe sabemos sabes se sea sean segun seguro ser sera seran seria si sido siempre siendo sin sino so
sobre sois solamente solo somos son soy sr sra su sus supongo suya suyo tal tales tambien tampoco tan tanto te tema temas tenemos
tener tenga tengo tenia tiene tienen tienes ti tipo toda todas todavia todo todos tu tus tuya tuyo u un una unas uno unos usted
ustedes va vale vamos van vas veces ver vez voy vosotros vuestro vuestra y ya yo claro exacto exactamente o_sea digamos sabeis
mira mirad oye venga perfecto genial acuerdo perdon favor verdad parte forma manera
`;

const FR = `
a ah ai aie ainsi alors apres as assez au aucun aucune aujourd aura aurait aussi autre autres aux avaient avais avait avant avec
avez avoir avons ayant beaucoup ben bien bon bonne bonjour c ca car ce cela celle celles celui cependant ces cet cette ceux chacun
chaque chez chose choses ci comme comment d dans de deja depuis des dessous dessus deux dire dis disait dit doit doivent donc dont
du durant e effectivement elle elles en encore enfin ensuite entre es est et etaient etais etait etant etc ete etes etre eu euh
eux evidemment exactement fait faire fais fallait faut fois font genre h hein hier hors hui hum ici il ils j jamais je jusqu jusque
juste l la la le les lequel laquelle leur leurs lors lui m ma maintenant mais mal me meme memes merci mes mettre mieux moi moins mon n
ne ni non nos notre nous on ont ou oui ouais par parce parfait parfois parler part pas pendant peu peut peuvent peux plus plusieurs
plutot pour pourquoi pourrait pouvoir pouvons pres presque puis puisque qu quand que quel quelle quelles quelqu quelque quelques
quels question qui quoi rien s sa sais sait sans se sera serait seront ses seulement si sinon soit sommes son sont sorte sous souvent
suis sur surtout t ta tandis tant te tel telle tellement tes toi ton toujours tous tout toute toutes tres trop tu un une va vais
vas vers veut veux voici voila voir vois vont vos votre vous vraiment vrai y ok okay accord voulais voulait petit petite point
`;

const CA = `
a abans abans_d acord aquest aquesta aquestes aquests aqui aquell aquella aquelles aquells aixi aixo allo alla alguna algunes algun
alguns altra altre altres amb ambdos ara assumpte avui be bastant ben bo bon bona bones bons cada cadascu cal clar com coneix contra cosa
coses creiem crec cop cops d da dalt de deia dels del des desde despres diu diuen dic dir dins doncs dos dues durant e eh el ell
ella elles ells els em en encara encabat ens entre era eren eres es esta estan estar estat estava estem esteu estic et etc exacte fa fan faig fas fem
fer fet feu fins fins_i_tot fora forca gaire gairebe gent gracies ha hagi han has haver havia he hem heu hi ho hola i igual ja jo l la les li lo llavors
m ma mai manera massa mateix mateixa mateixos me mentre menys mes meu meva meves meus mi millor moment molt molta moltes molts n nosaltres
no nostra nostre nostres ni ningu no_res o on oi ok okay os pas pel pels per perfecte pero perque poc poca pocs poden podem podria pot
potser prou punt puc que quan quant quants quasi qualsevol quelcom qui quin quina quines quins res s sa sap saps se sempre sense ser
sera seran seria seva seves seu seus si sigui sino sobre sobretot soc solament som son sota st suposo t ta tal tals tambe tampoc tan
tant te tema temes tenen tenia tenim teniu tens tinc tipus tot tota totes tots tu u ull un una unes uns us va vaig vale van vam vas vegada
vegades veig veiem veritat veu veure vol volem volen vols vos vosaltres vostre vostra vull home dona aviam
`;

const LISTS: Readonly<Record<MeetingLanguage, ReadonlySet<string>>> = withOthers<ReadonlySet<string>>(
  {
    en: setOf(EN),
    es: setOf(ES),
    fr: setOf(FR),
    ca: setOf(CA),
  },
  new Set(),
);

function setOf(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/u));
}

/** Whether a folded word is without content in the language. Single letters never are content; digits always. */
export function isStopWord(folded: string, language: MeetingLanguage): boolean {
  return LISTS[language].has(folded) || (folded.length === 1 && !/\d/u.test(folded));
}

/** The stems of the words that carry content, in order and with repetitions. */
export function contentStems(text: string, language: MeetingLanguage): string[] {
  return foldedWords(plainLetters(withWordBreaks(text)))
    .filter((word) => !isStopWord(word, language))
    .map((word) => stem(word, language));
}
