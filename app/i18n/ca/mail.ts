import type { Texts } from "#app/i18n/types.ts";

export const mail: Texts["mail"] = {
  kind: {
    "minutes-ready": "La teva acta és a punt",
    "recording-failed": "Una gravació ha fallat",
    "not-let-in": "Acta no ha pogut entrar a una videotrucada",
    "meeting-shown": "Algú et mostra una reunió",
    "retention-warning": "Aviat s’eliminarà alguna cosa",
    "deletion-receipt": "El teu compte s’ha eliminat",
    "calendar-reconnect": "Torna a connectar el teu calendari",
    "join-soon": "Acta entrarà d’aquí a una hora",
    "join-limit": "Acta no entra: pla exhaurit",
    "payment-failed": "Ha fallat un pagament",
    "delivery-parked": "Alguna cosa no s’ha pogut enviar",
    "weekly-digest": "La teva setmana",
    "follow-up": "Seguiment d’una reunió",
  },
  ready: {
    subject: "La teva acta és a punt: {{title}}",
    heading: "La teva acta és a punt",
    firstLines: "Les primeres línies",
    open: "Obre l’acta",
    pdf: "PDF de l’acta",
  },
  failed: { subject: "{{why}}: {{title}}", open: "Obre la reunió" },
  retention: {
    heading: {
      recording: "Gravacions que s’eliminaran: {{date}}",
      transcript: "Transcripcions que s’eliminaran: {{date}}",
      meeting: "Reunions que s’eliminaran: {{date}}",
    },
    text: {
      recording:
        "Vas triar quant de temps Acta conserva les gravacions. Les d’aquestes reunions s’eliminen en aquesta data: {{date}}. Baixa abans el que encara necessitis.",
      transcript:
        "Vas triar quant de temps Acta conserva les transcripcions. Les d’aquestes reunions s’eliminen en aquesta data: {{date}}. Baixa abans el que encara necessitis.",
      meeting:
        "Vas triar quant de temps Acta conserva les reunions. Aquestes reunions, amb tot el que contenen, s’eliminen en aquesta data: {{date}}. Baixa abans el que encara necessitis.",
    },
    more_one: "I una reunió més.",
    more_other: "I {{count}} reunions més.",
    change: "Canvia quant de temps les conserva Acta",
  },
  shown: {
    subject: "{{by}} et mostra una reunió: {{title}}",
    heading: "{{by}} et mostra una reunió",
    text: "En pots llegir l’acta i la transcripció, reproduir la gravació i fer preguntes. També la trobes a l’historial, a «Compartides amb mi».",
    open: "Obre la reunió",
  },
  payment: {
    heading: "Ha fallat un pagament de {{plan}}",
    open: {
      text: "El teu pla continua fins al {{date}}. Si no es paga abans, passes al pla gratuït. No s’elimina res.",
      button: "Paga ara",
    },
    over: {
      heading: "El teu pla {{plan}} s’ha acabat",
      text: "El {{date}} el pagament encara estava pendent, de manera que has passat al pla gratuït. No s’ha eliminat res. Si pagues, el pla continua.",
      button: "Paga ara",
    },
    ended: {
      text: "El {{date}} el pagament encara estava pendent, de manera que el pla s’ha acabat i has passat al pla gratuït. No s’ha eliminat res. Si vols recuperar el pla, torna’l a triar.",
      button: "Tria un pla",
    },
    double: {
      heading: "Pagues {{plan}} dues vegades",
      text: "Hi ha dues subscripcions actives al teu espai de treball, de manera que pagues dues vegades. Perquè se’t torni el segon pagament, cancel·la’n una a «Factures i pagament» i respon al correu amb la seva factura. Qui administra Acta ja ho sap.",
      button: "Obre el pla",
    },
  },
  receipt: {
    heading: "El teu compte d’Acta s’ha eliminat",
    text: "El teu compte i tot el que li pertanyia s’han eliminat ({{date}}): reunions, actes, transcripcions, gravacions, xats i enllaços.",
    kept_one:
      "Es conserva una gravació perquè la fa servir la reunió d’una altra persona. Ja res no la relaciona amb tu.",
    kept_other:
      "Es conserven {{count}} gravacions perquè les fan servir reunions d’altres persones. Ja res no les relaciona amb tu.",
    last: "Aquest és l’últim correu d’Acta. La teva adreça s’elimina en un termini de 24 hores.",
  },
  parked: {
    subject: "No enviat: {{name}}",
    heading: "Alguna cosa no s’ha pogut enviar",
    happened: "Acta no ha pogut enviar alguna cosa a {{name}} ({{kind}}) i no ho torna a provar tota sola.",
    text: "A la configuració veus què era i per què, i ho pots tornar a enviar. No rebràs cap altre correu sobre això fins que hi arribi alguna cosa.",
    open: "Obre la configuració",
  },
  reconnect: {
    subject: "Torna a connectar el teu calendari: {{account}}",
    heading: "Torna a connectar el teu calendari",
    happened: {
      google: "Google ja no permet que Acta llegeixi els calendaris de {{account}}.",
      microsoft: "Microsoft ja no permet que Acta llegeixi els calendaris de {{account}}.",
      ics: "L’adreça del calendari {{account}} ja no funciona.",
    },
    text: "Fins que no el tornis a connectar, Acta no entra en cap de les seves reunions. El que vas triar per als seus calendaris es conserva.",
    open: "Obre la configuració",
  },
  soon: {
    subject: "Acta entrarà d’aquí a una hora: {{title}}",
    heading: "Acta entrarà d’aquí a una hora",
    untitled: "Reunió",
    why: {
      organiser: "La reunió és al teu calendari {{calendar}} i l’organitzes tu.",
      accepted: "La reunió és al teu calendari {{calendar}} i l’has acceptada.",
      "switched-on": "La reunió és al teu calendari {{calendar}} i vas triar que Acta hi entri.",
    },
    text: "No has de fer res. Si Acta no ha d’entrar en aquesta reunió, fes servir el botó; les altres reunions queden igual.",
    keepOut: "Que Acta no entri en aquesta reunió",
    question: "Vols que Acta no entri en aquesta reunió?",
    explained:
      "Acta no entrarà en aquesta reunió, i només en aquesta. Tota la resta queda igual, i ho pots canviar a Inici.",
    button: "Que Acta no entri",
    doneTitle: "Acta no hi entrarà",
    done: "Acta no entra en aquesta reunió. Si ja és a la videotrucada, acaba la gravació a la pàgina de la reunió.",
    goneTitle: "Aquest enllaç ja no funciona",
    gone: "La reunió s’ha acabat, ha canviat o ja no és al teu calendari.",
  },
  limit: {
    subject: "Acta no entra: {{title}}",
    heading: "Acta no entra en aquesta reunió",
    why: "La reunió és al teu calendari {{calendar}}. Les {{limit}} gravacions del teu pla s’han exhaurit, de manera que Acta no entra en aquesta reunió ni en les següents.",
    todo: "Tria un pla sense límit i Acta tornarà a entrar a les teves reunions. També en aquesta, si tries el pla abans que comenci. Les teves gravacions, actes i calendaris queden igual.",
    open: "Tria un pla",
  },
  confirm: {
    subject: "Confirma la teva adreça per a Acta",
    heading: "Confirma la teva adreça",
    text: "{{name}} té una sessió a Acta i ha indicat aquesta adreça. Si ets {{name}}, obre l’enllaç al navegador on l’has demanat. Funciona durant {{hours}} hores.",
    does: "Acta enviarà aquí els correus de {{name}}. Si s’obre al navegador on es va demanar, l’enllaç també permet a {{name}} llegir el que altres mostren a aquesta adreça i acceptar-ne les invitacions a equips.",
    button: "Confirma l’adreça",
    notYou:
      "Si no ets {{name}}, no facis res i no reenviïs aquest correu. Si has confirmat per error, obre el mateix enllaç i recupera l’adreça.",
    question: "Vols confirmar aquesta adreça per a {{name}}?",
    explained:
      "Confirma-la només si ets {{name}}. Més tard pots recuperar l’adreça amb el mateix enllaç o a la configuració.",
    doneTitle: "Adreça confirmada",
    end: {
      proven:
        "Acta envia ara els teus correus a aquesta adreça i pots obrir el que altres hi mostren. A la configuració pots activar i desactivar cada tipus de correu.",
      mails:
        "Acta envia ara els correus de {{name}} a aquesta adreça. Per llegir també el que altres hi mostren, {{name}} obre el mateix enllaç al navegador on el va demanar.",
      "vouched-elsewhere":
        "Acta envia ara els teus correus a aquesta adreça. El que altres hi mostren s’obre al compte que hi inicia la sessió.",
    },
    confirmed: "{{name}} rep correus a {{address}}. Si no ets {{name}}, recupera l’adreça.",
    takeBack: "Recupera l’adreça",
    backTitle: "Adreça recuperada",
    back: "Acta ja no envia aquí correus d’aquesta persona, i aquesta persona no pot obrir el que altres mostren a aquesta adreça.",
    goneTitle: "Aquest enllaç ja no funciona",
    gone: "Té més de {{hours}} hores o l’ha substituït un enllaç més nou. Demana’n un altre a la configuració.",
  },
  invitation: {
    subject: "{{inviter}} et convida a {{team}} a Acta",
    heading: "Uneix-te a {{team}} a Acta",
    text: "{{inviter}} té una plaça per a tu a {{team}}. Acta grava les reunions que tries i n’escriu les actes. L’equip paga la plaça, i les teves reunions continuen sent teves.",
    button: "Obre la invitació",
    term: "L’enllaç funciona durant {{days}} dies i només per a aquesta adreça. Si no coneixes {{inviter}}, no facis res.",
  },
  followUp: {
    open: "Obre la reunió",
    stop: "No vull rebre més correus d’aquest tipus",
    stopText: "Acta no enviarà més correus de seguiment a l’adreça d’aquest enllaç, els escrigui qui els escrigui.",
    stopped: "Si l’enllaç és vàlid, Acta no enviarà més correus de seguiment a la seva adreça.",
  },
  digest: {
    subject: "La teva setmana, del {{from}} al {{to}}",
    heading: "La teva setmana",
    week: "{{from}} – {{to}}",
    meetings: "Actes de la setmana passada",
    tasks: "Les teves tasques obertes",
    more_one: "I una reunió més.",
    more_other: "I {{count}} reunions més.",
    moreTasks: "Tens més tasques obertes que aquestes.",
    open: "Obre l’historial",
    unconfirmed: "Sense confirmar",
    allTasks: "Totes les teves tasques",
  },
  footer: {
    whyMeeting: "Reps aquest correu perquè la reunió és teva.",
    whyAccount: "Reps aquest correu perquè tens un compte a Acta.",
    whyDeleted: "Reps aquest correu perquè vas demanar a Acta que eliminés el teu compte.",
    whyAsked: "Reps aquest correu perquè {{name}} ha indicat aquesta adreça a Acta.",
    whyCalendar: "Reps aquest correu perquè vas connectar aquest calendari amb Acta.",
    whyParked: "Reps aquest correu perquè vas connectar aquesta destinació amb Acta.",
    whySoon: "Reps aquest correu perquè vas activar els correus abans de les reunions.",
    whyDigest: "Reps aquest correu perquè vas activar el resum setmanal.",
    whyInvited: "Reps aquest correu perquè {{inviter}} ha indicat aquesta adreça a Acta.",
    whyShown: "Reps aquest correu perquè {{by}} ha indicat la teva adreça per a aquesta reunió a Acta.",
    whyFollowUp:
      "Reps aquest correu perquè {{by}} ({{address}}) te l’ha enviat des d’una reunió a Acta. Si respons, la resposta arribarà a {{by}}.",
    stop: "No vull rebre més correus d’aquest tipus",
    settings: "Configuració",
  },
  unsubscribe: {
    title: "Correus d’Acta",
    question: "No vols rebre més aquests correus?",
    text: "Acta deixarà d’enviar correus d’aquest tipus a la persona a qui pertany aquest enllaç. Tota la resta continua igual.",
    kind: "Tipus: {{kind}}",
    stop: "No els vull rebre més",
    doneTitle: "Fet",
    done: "Si l’enllaç és vàlid, Acta ja no envia correus d’aquest tipus. A la configuració pots activar i desactivar cada tipus.",
    toSettings: "Ves a la configuració",
  },
};
