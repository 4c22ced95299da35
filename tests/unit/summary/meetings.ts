import type { Segment } from "#app/domain/transcript/segment.ts";

/** Two invented meetings as a speech engine would write them: fillers, false starts, segments that end mid-sentence. */
type Said = [speaker: string | null, text: string];

function transcript(lines: readonly Said[]): Segment[] {
  let clockMs = 2000;
  return lines.map(([speaker, text], index) => {
    const startMs = clockMs;
    clockMs += 800 + text.split(" ").length * 380;
    return { id: `w0-${index}`, startMs, endMs: clockMs - 300, text, speaker };
  });
}

/** Sprint planning of a bicycle rental: everybody has a label. */
export const ENGLISH = transcript([
  ["Nora", "Okay, um, good morning everyone. Can you hear me?"],
  ["Tobias", "Yes, we can hear you."],
  ["Nora", "Great. So today we want to decide what goes into the spring release of the rental app, and"],
  ["Nora", "I also want to talk about the unlock problem at the harbour stations."],
  [
    "Tobias",
    "Right. The unlock problem is, uh, it is serious. Last week 14 percent of the unlock requests at the harbour stations timed out.",
  ],
  ["Priya", "And support received 230 tickets about it, mostly from people who had already paid for the ride."],
  [
    "Tobias",
    "I think the cause is the old firmware in the locks. The locks lose the connection when the battery goes below 20 percent.",
  ],
  ["Nora", "So can we update the firmware remotely, or does somebody have to go to each station?"],
  ["Tobias", "Remotely, for most of them. The 40 oldest locks need a visit by a technician."],
  ["Nora", "Okay. I'll call the maintenance company on Monday and ask what a visit to 40 locks costs."],
  ["Priya", "In the meantime we could refund the rides automatically when an unlock request times out."],
  [
    "Nora",
    "That is a good idea. We agreed last month that refunds above 50 euros need an approval, but these rides are cheaper.",
  ],
  ["Tobias", "I will write the automatic refund for unlock timeouts by Thursday."],
  [
    "Nora",
    "Perfect. Now the spring release. There are three candidates: group rides, the new map, and monthly passes.",
  ],
  [
    "Priya",
    "The customers ask for monthly passes all the time. In the survey 62 percent said that they would buy a monthly pass.",
  ],
  ["Tobias", "Group rides are nearly finished. The new map depends on the tile server, and"],
  ["Tobias", "and the contract for the tile server is not signed."],
  ["Nora", "What would a monthly pass cost?"],
  ["Priya", "We don't know yet. Finance has to check whether 29 euros covers the insurance."],
  [
    "Nora",
    "So we decided to put group rides and monthly passes into the spring release, and to leave the new map for summer.",
  ],
  ["Tobias", "Agreed. The new map can wait until the tile server contract is signed."],
  ["Priya", "Luis will prepare the pricing table for the monthly passes by the end of the week."],
  ["Nora", "Good. And the launch date?"],
  [
    "Priya",
    "The launch date is still open. Marketing wants the third of April, but the city has a cycling event on that weekend.",
  ],
  ["Nora", "Okay, let's go with the third of April unless the city says no. I'll be there anyway."],
  ["Priya", "I'll contact the city about the cycling event tomorrow."],
  ["Nora", "Thank you. I'll share the notes with everybody this afternoon. Bye everyone."],
]);

/** Un teatro prepara su temporada: nadie lleva nombre. */
export const SPANISH = transcript([
  [null, "Bueno, eh, buenos días a todos. ¿Se me oye bien?"],
  [null, "Sí, sí, perfecto."],
  [
    null,
    "Vale. Pues hoy tenemos que cerrar la programación de otoño del teatro y hablar del presupuesto de la reforma",
  ],
  [null, "del escenario, que nos preocupa bastante."],
  [
    null,
    "El presupuesto de la reforma ha subido a 48.000 euros porque hay que cambiar la instalación eléctrica del escenario.",
  ],
  [null, "¿Y cuánto teníamos aprobado?"],
  [null, "Teníamos aprobados 35.000 euros, así que faltan 13.000 euros para la reforma."],
  [null, "Marta va a pedir otros dos presupuestos a las empresas eléctricas antes del viernes."],
  [null, "De acuerdo. Y si no bajan, habrá que decidir si retrasamos la reforma hasta enero."],
  [null, "La programación de otoño tiene cuatro obras. La compañía de danza ha confirmado las fechas de octubre, pero"],
  [null, "pero el cuarteto de cuerda todavía no ha firmado el contrato."],
  [null, "El contrato del cuarteto sigue pendiente de firma desde hace dos semanas."],
  [null, "Yo me encargo de llamar al cuarteto mañana por la mañana."],
  [
    null,
    "Bien. Lo del abono joven, o sea, el abono para menores de 26 años, funcionó muy bien el año pasado. Vendimos 312 abonos.",
  ],
  [null, "Hemos decidido mantener el abono joven a 45 euros y ampliar la venta por internet."],
  [null, "La venta por internet falla en los móviles antiguos, recibimos muchas quejas del público."],
  [null, "Andrés revisará la venta por internet con el proveedor la semana que viene."],
  [
    null,
    "Queda pendiente el cartel de la temporada. La diseñadora nos enseñó dos propuestas y no sabemos todavía cuál elegir.",
  ],
  [null, "A mí me gusta más la propuesta azul, la verdad, porque se lee mejor en la calle."],
  [null, "Enviaré las dos propuestas del cartel a la junta para el quince de septiembre."],
  [null, "Quedamos en que la junta elige el cartel y que la temporada se presenta el 20 de septiembre."],
  [null, "Perfecto, pues nada más. Gracias a todos."],
]);

/** Une bibliothèque prépare sa rentrée. */
export const FRENCH = transcript([
  ["Odile", "Bon, euh, bonjour à tous. Vous m'entendez bien ?"],
  ["Bastien", "Oui, oui, très bien."],
  [
    "Odile",
    "Alors aujourd'hui on doit décider des horaires de la bibliothèque pour la rentrée et parler du budget des",
  ],
  ["Odile", "livres numériques, qui nous inquiète un peu."],
  ["Bastien", "Le budget des livres numériques est de 12 000 euros, et on en a déjà dépensé 9 500 avant l'été."],
  ["Maëlle", "Le prêt numérique a augmenté de 40 pour cent depuis que l'application de la bibliothèque est en ligne."],
  ["Odile", "Est-ce que la mairie peut nous donner une rallonge ?"],
  ["Bastien", "Je vais demander une rallonge à la mairie avant vendredi."],
  ["Maëlle", "Le problème, ce sont les horaires du soir. Il faut deux personnes à l'accueil jusqu'à vingt heures."],
  [
    "Odile",
    "On a décidé d'ouvrir la bibliothèque jusqu'à vingt heures le mardi et le jeudi, et de garder le samedi matin.",
  ],
  ["Maëlle", "Romain va préparer le planning des horaires du soir pour lundi prochain."],
  ["Bastien", "Il reste à décider si on ferme le lundi matin, parce que les écoles viennent le lundi."],
  ["Maëlle", "Les écoles de la ville viennent surtout pour l'atelier de lecture, avec 60 enfants par mois."],
  ["Odile", "L'atelier de lecture continue, et je vous enverrai la liste des écoles inscrites demain matin."],
  ["Bastien", "Parfait, merci à tous et à la semaine prochaine."],
]);

/** Un club de muntanya prepara la temporada. */
export const CATALAN = transcript([
  [null, "Bé, eh, bona tarda a tothom. Em sentiu bé?"],
  [null, "Sí, sí, perfecte."],
  [null, "Avui hem de tancar el calendari de sortides del club i parlar del refugi, que té la teulada"],
  [null, "en mal estat des de l'hivern."],
  [null, "La reparació de la teulada del refugi costa 18.000 euros segons el pressupost del paleta."],
  [null, "I quants diners tenim al compte del club?"],
  [null, "Tenim 11.000 euros al compte, de manera que falten 7.000 euros per a la teulada."],
  [null, "La Núria demanarà una subvenció a la diputació abans del 15 de març."],
  [null, "El calendari de sortides té dotze excursions, i la travessa de juny és la que té més inscrits."],
  [null, "Hem decidit mantenir la travessa de juny i limitar-la a 40 persones."],
  [null, "M'encarrego de reservar els autocars de la travessa aquesta setmana."],
  [null, "Queda pendent de decidir qui guia la travessa, perquè els dos guies han canviat de feina."],
  [null, "La sortida d'esquí s'anul·la si no hi ha neu, com ja va passar l'any passat."],
  [null, "Enviaré el calendari de sortides als socis demà al matí."],
  [null, "Molt bé, doncs res més. Gràcies a tothom."],
]);
