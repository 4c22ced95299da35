import type { MeetingLanguage } from "#app/domain/languages.ts";

/**
 * A small dictionary between the words in which people ask for a field and the words in which a meeting speaks of it: "blockers" are
 * found by "we are stuck". `asks` are beginnings of folded words, in all four languages, because a template may be written in another
 * language than the talk. `says` are words of the talk. In both `_` stands for a space within an expression, `*` for any ending.
 * `finding` names a list that the engine finds by the form of the dialogue.
 */
export type Aspect = {
  asks: string;
  says: Record<MeetingLanguage, string>;
  finding?: "decisions" | "tasks" | "questions";
};

export const ASPECTS = {
  decision: {
    finding: "decisions",
    asks: "decision decid agree(?:d|ment) acuerd acordad acord resol(?:ution|ucion) conclu accord convenu decis",
    says: {
      en: "decid* agree* settled approv* conclu* we_will_go_with we'll_go_with let's_go_with final* chosen choose chose",
      es: "decid* acord* acuerdo* aprob* aprueb* conclu* quedamos_en nos_quedamos_con elegi*",
      fr: "décid* convenu* valid* retenu* retenons d'accord conclu* choisi* on_part_sur adopt*",
      ca: "decid* acord* aprov* conclo* conclu* quedem_que ens_quedem_amb tri(?:em|at|arem)",
    },
  },
  task: {
    finding: "tasks",
    asks: "action task todo to_do next_step follow commit(?:ment|ted) responsib tarea siguiente proximo_paso proximos compromiso pendientes tache action prochaine engagement tasca tasques propers? compromis accion accions",
    says: {
      en: "i'll i_will we'll we_will going_to need_to have_to should must next_step* follow_up send prepare schedul*",
      es: "voy_a vamos_a tengo_que tenemos_que hay_que me_encargo \\p{L}+(?:ré|remos) siguiente_paso próximo_paso envi* prepar*",
      fr: "je_vais on_va nous_allons il_faut je_dois on_doit prochaine_étape j'enver* envoy* prépar*",
      ca: "vaig_a farem hem_de he_de cal m'encarrego \\p{L}+(?:ré|rem) proper_pas següent_pas envi* prepar*",
    },
  },
  question: {
    finding: "questions",
    asks: "open_(?:question|point|issue) question unresolved unclear doubt pendiente_de pregunta duda sin_resolver question_en suspens en_attente pregunt dubte dubtes obert ruegos precs",
    says: {
      en: "don't_know not_sure question* unclear wonder* open whether find_out",
      es: "no_sabemos no_sé pregunt* duda* pendiente* no_está_claro abiert*",
      fr: "on_ne_sait_pas je_ne_sais_pas question* doute* pas_clair en_suspens",
      ca: "no_sabem no_sé pregunt* dubte* pendent* no_està_clar obert*",
    },
  },
  problem: {
    asks: "block problem risk obstacle difficult issue incident challenge concern complain trouble impediment bloque riesgo dificult incidencia queja preocup obstacul reto blocage probleme risque frein plainte inquiet souci bloqueig bloquej risc queixa entrebanc incidenc repte what_went_wrong mejorar improve amelior millorar objec",
    says: {
      en: "problem* issue* risk* block* stuck difficult* hard trouble* fail* broke* wrong worr* concern* bug* error* complain* delay* unfortunately expensive can't cannot late doesn't_work not_working challeng* confus* annoy* los(?:e|t|es|ing) too_\\p{L}+",
      es: "problema* riesgo* bloque* atascad* difíci* difícult* dificult* fall* error* quej* preocup* retras* tarde por_desgracia no_funciona no_podemos no_puedo demasiad* caro* lent*",
      fr: "problème* risque* bloqu* difficil* difficult* panne* erreur* plain* inquiét* inquièt* retard* malheureusement ne_marche_pas ne_fonctionne_pas impossible trop_\\p{L}+ souci*",
      ca: "problema* problemes risc* bloque* encall* difícil* dificult* fall* error* queix* preocup* endarrer* malauradament no_funciona no_podem no_puc massa car* lent*",
    },
  },
  need: {
    asks: "need require(?:ment)? want expect necesi exigenc requisit besoin attente exigence necessit",
    says: {
      en: "need* requir* want* looking_for must would_like expect* demand* important",
      es: "necesit* requer* requisito* quer(?:emos|ía|íamos|rían) busc* hace_falta esper* important*",
      fr: "besoin* il_(?:nous|me|leur)_faut exig* veut veulent voulons cherch* attend* important*",
      ca: "necessit* requer* requisit* vol(?:em|en|dria|dríem) busq* cerc* fa_falta esper* important*",
    },
  },
  budget: {
    asks: "budget price cost money fund amount fee presupuest precio coste dinero importe budget prix cout montant argent pressupost preu diner import finan",
    says: {
      en: "budget* price* pric(?:ing|ed|ey) cost* euro* dollar* pound* fund* money pay* paid cheap* expens* afford* profit* million* billion* \\p{N}+_?[€$£%]",
      es: "presupuesto* precio* cuesta* cuestan coste* costar* euro* dólar* pag* dinero barat* caro* millon* financi*",
      fr: "budget* prix coût* coûte* euro* dollar* pay* argent cher chère million* financ*",
      ca: "pressupost* preu* cost* euro* dòlar* pag* diners barat* car milion* finan*",
    },
  },
  done: {
    asks: "progress done accomplish achiev complet since_(?:the_)?last yesterday finished status avance hecho logro ayer desde_la estado avanc fait hier depuis accompli etat progres fet ahir assolit des_de estat",
    says: {
      en: "finish* complet* did done (?:have|has|'ve)_(?:been|made|got|started|changed|put) worked implement* since last_(?:week|month|time|meeting) yesterday already progress",
      es: "termin* acab* complet* hecho hice hicimos (?:he|hemos|ha)_\\p{L}+d[oa] ayer desde semana_pasada ya avanz*",
      fr: "fini* termin* fait j'ai_\\p{L}+ on_a_\\p{L}+ hier depuis semaine_dernière déjà avanc*",
      ca: "acab* complet* fet (?:he|hem|ha)_\\p{L}+[at]t? ahir des_de setmana_passada ja avanç*",
    },
  },
  plan: {
    asks: "plan today upcoming next_(?:week|month|day|year) roadmap schedul future hoy siguiente_semana proxim previs aujourd prochain prevu avui propera previst futur",
    says: {
      en: "going_to plan* will next today tomorrow schedul* intend* aim* start",
      es: "vamos_a plan* próxim* hoy mañana que_viene previst* empez*",
      fr: "on_va nous_allons prévu* prévoi* prochain* aujourd'hui demain commenc*",
      ca: "anem_a farem pla plan* proper* avui demà que_ve vinent previst* començ*",
    },
  },
  good: {
    asks: "good well strength positive success praise recogni highlight celebrat(?:e|ion) thank bien fortale positiv exito logro reconoci points_forts forts reussi positif remerci fort(?:s|alesa)? exit reconeix agrai",
    says: {
      en: "good great well nice excellent happy success* works strength* impressive better best love* like_the thank* easy effective",
      es: "bien bueno* genial excelente* content* éxito* funciona* fortaleza* mejor* gracias me_gusta fácil*",
      fr: "bien bon* excellent* content* succès réussi* fonctionne* fort* meilleur* merci j'aime facile*",
      ca: "bé bo* excel·lent* content* èxit* funciona* fort* millor* gràcies m'agrada fàcil*",
    },
  },
  goal: {
    asks: "goal aim objectiv target purpose mission meta objetivo finalidad objectif finalite objectiu",
    says: {
      en: "goal* aim* objective* target* purpose want_to hope* design should",
      es: "objetivo* meta* finalidad queremos propósito lograr alcanzar",
      fr: "objectif* but viser vise* voulons cible* atteindre",
      ca: "objectiu* meta finalitat volem propòsit aconseguir assolir",
    },
  },
  experience: {
    asks: "experience background career trajector experienc formacion parcours experience formation trajector formacio skill competen habilidad habilit",
    says: {
      en: "experience* worked years studied degree career role job i've_been background learn* used_to",
      es: "experiencia* trabaj* años estudi* carrera puesto formación aprend*",
      fr: "expérience* travaill* ans étud* carrière poste formation appris",
      ca: "experiència* treball* anys estudi* carrera lloc formació apren*",
    },
  },
  idea: {
    asks: "idea propos suggest try experiment option alternativ improve(?:ment)? mejora propuest sugeren probar amelior propos essayer millor propost sugger provar accion_de",
    says: {
      en: "idea* suggest* propos* could maybe what_about how_about what_if why_don't try option* alternative* perhaps let's",
      es: "idea* propon* propuest* suger* podríamos podemos quizás tal_vez y_si prob* opcion* alternativ*",
      fr: "idée* propos* suggèr* pourrait pourrions peut-être et_si essay* option* alternative*",
      ca: "idea idees propos* sugger* podríem podem potser i_si prov* opcion* alternativ*",
    },
  },
  opinion: {
    asks: "reason argument opinion think thought view debate deliberat discussion why motiv argument opinion postura raison avis debat opinio postur deliberac motius",
    says: {
      en: "think because reason* believe* opinion agree* disagree* view argu* but i_mean important",
      es: "creo pienso porque razon* opin* opini* de_acuerdo argument* importante",
      fr: "pense* crois parce_que raison* avis d'accord argument* important*",
      ca: "crec penso perquè raon* opin* d'acord argument* important*",
    },
  },
  agenda: {
    asks: "agenda orden_del ordre_du ordre_del topics_of points_of order_of subject tema_ temas sujet punts_de",
    says: {
      en: "agenda discuss* talk_about meeting present* topic* first* item* today main",
      es: "orden_del_día tratar hablar* reunión present* tema* primer* punto* hoy",
      fr: "ordre_du_jour abord* parl* réunion présent* sujet* premi* point* aujourd'hui",
      ca: "ordre_del_dia tract* parl* reunió present* tema temes primer* punt* avui",
    },
  },
  vote: {
    asks: "vote votac votes motion votacion scrutin",
    says: {
      en: "vot* in_favou?r against abstain* abstention* motion* carried unanimous* majority",
      es: "vot* a_favor en_contra absten* moción unanimidad mayoría",
      fr: "vot* contre abst* motion* unanimité majorité",
      ca: "vot* a_favor en_contra absten* moció unanimitat majoria",
    },
  },
  concept: {
    asks: "concept definit explain term_ terms idea_s?_explained learn teach lesson definic explica aprend leccion ensena notion cours definition expliqu appris lec?on aprenen expliq explanation topic_explained",
    says: {
      en: "means is_called are_called defin* concept* in_other_words that_is refers_to basically explain* called understand*",
      es: "significa se_llama* defin* concepto* es_decir o_sea se_refiere explic* entend*",
      fr: "signifie s'appelle* défini* concept* notion* c'est-à-dire autrement_dit expliqu* compren*",
      ca: "significa es_diu* anomen* defin* concepte* és_a_dir es_refereix expliq* enten*",
    },
  },
  example: {
    asks: "example case_ cases ejemplo exemple cas_ exemples",
    says: {
      en: "for_example for_instance such_as example* imagine case",
      es: "por_ejemplo como_por ejemplo* imagin* caso*",
      fr: "par_exemple comme exemple* imagin* cas",
      ca: "per_exemple com_ara exemple* imagin* cas",
    },
  },
  homework: {
    asks: "homework assignment exam reading exercise deberes ejercicio examen lectura tarea_para devoirs exercice examen lecture deures exercici lectures",
    says: {
      en: "homework assignment* exam* read_the exercise* chapter* hand_in due study",
      es: "deberes ejercicio* examen* lectura* capítulo* entreg* estudi*",
      fr: "devoir* exercice* examen* lecture* chapitre* rendre étudi*",
      ca: "deures exercici* examen* exàmens lectura* capítol* entreg* lliur* estudi*",
    },
  },
  solution: {
    asks: "solution resol(?:v|ved) fix workaround answer_given solucion resuelt respuesta arreglo solution resolu reponse solucio resolt resposta remei",
    says: {
      en: "solv* solution* fix* work_around workaround replac* refund* instead chang* help* answer*",
      es: "soluci* resolv* resuel* arregl* cambi* reembols* en_su_lugar ayud* respond*",
      fr: "solution* résol* répar* corrig* rembours* remplac* à_la_place aid* répond*",
      ca: "soluci* resol* arregl* canvi* reembors* substitu* ajud* respon*",
    },
  },
  feeling: {
    asks: "mood feel wellbeing well_being workload morale motivation animo bienestar carga moral humeur ressenti bien_etre charge anim benestar carrega com_esta",
    says: {
      en: "feel* tired stress* happy busy overwhelm* motivat* enjoy* workload worried excited",
      es: "siento sient* cansad* estrés* content* agobiad* motivad* carga ánimo preocupad*",
      fr: "sens ressen* fatigu* stress* content* débord* motiv* charge",
      ca: "sento sent* cansat* cansada estrès content* aclaparat* motivat* càrrega",
    },
  },
  time: {
    asks: "date deadline milestone timeline when due_ fecha plazo hito cuando calendario date echeance jalon calendrier quand data termini fita calendari quan",
    says: {
      en: "monday tuesday wednesday thursday friday january february april june july august september october november december deadline* week* month* by_the_end tomorrow",
      es: "lunes martes miércoles jueves viernes enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre plazo* semana* mes* mañana",
      fr: "lundi mardi mercredi jeudi vendredi janvier février mars avril mai juin juillet août septembre octobre novembre décembre échéance* semaine* mois demain",
      ca: "dilluns dimarts dimecres dijous divendres gener febrer març abril maig juny juliol agost setembre octubre novembre desembre termini* setman* mes demà",
    },
  },
  figure: {
    asks: "figure number metric result statistic indicator kpi data_ cifra numero resultado dato indicador chiffre resultat donnee indicateur xifra dades",
    says: {
      en: "percent* \\p{N}+%? thousand* million* average result* rate* increas* decreas* grew",
      es: "por_ciento \\p{N}+%? mil millon* media resultado* tasa* aument* subi* baj*",
      fr: "pour_cent \\p{N}+%? mille million* moyenne résultat* taux augment* baiss*",
      ca: "per_cent \\p{N}+%? mil milion* mitjana resultat* taxa augment* puj* baix*",
    },
  },
} satisfies Record<string, Aspect>;

/** Whether a wish, in folded words, asks for it. */
export function asksFor({ asks }: Aspect, wish: string): boolean {
  return patternOf(asks, "", "u").test(wish);
}

/** Whether a sentence of the talk speaks of it. */
export function speaksOf({ says }: Aspect, text: string, language: MeetingLanguage): boolean {
  return patternOf(says[language], "(?![\\p{L}\\p{N}])", "iu").test(text);
}

/** Compiled when they are first asked for: the whole dictionary takes as long as all else that a Worker does when it starts. */
const compiled = new Map<string, RegExp>();

function patternOf(words: string, end: string, flags: string): RegExp {
  const name = `${flags} ${words}`;
  const known = compiled.get(name);
  if (known) return known;
  const parts = words.split(" ").map((word) => word.replaceAll("_", " ").replaceAll("*", "\\p{L}*"));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${parts.join("|")})${end}`, flags);
  compiled.set(name, pattern);
  return pattern;
}
