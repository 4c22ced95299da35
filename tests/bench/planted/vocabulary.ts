import type { MeetingLanguage } from "#app/domain/languages.ts";

/**
 * Words that fill the forms of planted meetings, and the neutral talk around them. `actions`: the forms of a verb phrase, separated by
 * commas, then its object: English infinitive and gerund; the others infinitive, first and third person of the future, imperative.
 * `plans`: infinitive phrase | first person plural (French: after "on").
 */
export type Vocabulary = {
  names: readonly string[];
  actions: readonly string[];
  plans: readonly string[];
  options: readonly string[];
  dates: readonly string[];
  subjects: readonly string[];
  predicates: readonly string[];
  tails: readonly string[];
  remarks: readonly string[];
};

const list = (text: string) =>
  text
    .trim()
    .split("\n")
    .map((line) => line.trim());

export const VOCABULARY: Record<MeetingLanguage, Vocabulary> = {
  en: {
    names: ["Nora", "Tobias", "Priya", "Luis"],
    actions: list(`phone,phoning|the landlord
      scrub,scrubbing|the coffee machine
      solder,soldering|the spare boards
      iron,ironing|the banners
      proofread,proofreading|the flyer
      swap,swapping|the toner
      email,emailing|the caterer
      sketch,sketching|the floor plan
      rinse,rinsing|the paint trays
      water,watering|the seedlings
      label,labelling|the boxes
      measure,measuring|the shelves
      tell,telling|the neighbours about the noise
      drive,driving|the crates to the depot
      pick up,picking up|the spare keys
      look into,looking into|the leak in the cellar
      sort out,sorting out|the parking permits
      count,counting|the chairs
      rewrite,rewriting|the opening hours
      back up,backing up|the old server
      chase,chasing|the supplier about the invoice
      tidy,tidying|the cupboard
      ask,asking|the bank about the fees
      laminate,laminating|the signs`),
    plans: list(`close the kiosk on Sundays|close the kiosk on Sundays
      move the fair to the harbour hall|move the fair to the harbour hall
      raise the fee to nine euros|raise the fee to nine euros
      drop the printed programme|drop the printed programme
      keep the old logo|keep the old logo
      rent the smaller van|rent the smaller van
      start the course in autumn|start the course in autumn
      split the workshop into two groups|split the workshop into two groups
      open the doors at eight|open the doors at eight
      cancel the second concert|cancel the second concert`),
    options: list(`the smaller van
      the blue carpet
      the harbour hall
      the second storage room
      the yellow poster
      the wooden stage
      the new ticket printer
      the glass roof
      the piano in the foyer
      the coffee stand`),
    dates: list(`by Friday
      before Thursday
      tomorrow
      next week
      by the end of the month
      on Tuesday morning
      before the next meeting
      by the twelfth of May`),
    subjects: list(`The heating in the hall
      The queue at the entrance
      The lamp above the stairs
      The paint on the fence
      The sound in the back rows
      The list on the door
      The old caretaker
      The path behind the garden
      The light in the cellar
      The floor of the workshop
      The smell from the kitchen
      The display in the window`),
    predicates: list(`makes a lot of noise
      looks better than in winter
      was quite a topic among the visitors
      surprised most of the volunteers
      takes up a third of the space
      reminds me of the place we had before
      seems fine to the people downstairs
      gets wet when it rains
      was praised in the newspaper
      depends on the weather
      is older than the building next to it
      works without any trouble`),
    tails: list(`especially in the evening
      and that has been so for years
      at least on weekdays
      as far as the visitors tell us
      which is normal for a house of this age
      even with the windows shut
      more than in other towns
      and the children like it
      although the numbers vary
      compared with the spring
      because the street is so narrow
      and the members are used to it`),
    remarks: list(`Mm-hm.
      Right.
      I see.
      That matches my impression.
      In spring it was similar.
      The figures are on page four.
      About forty people came.
      Most of them came by bus.
      I think the weather helped.
      It was a good evening for everybody.
      The children liked the puppets most.
      Yes, the same on our side.`),
  },
  es: {
    names: ["Marta", "Andrés", "Carla", "Julián"],
    actions: list(`llamar,llamaré,llamará,llama|al casero
      fregar,fregaré,fregará,friega|la cafetera
      soldar,soldaré,soldará,suelda|las placas de repuesto
      planchar,plancharé,planchará,plancha|las pancartas
      releer,releeré,releerá,relee|el folleto
      cambiar,cambiaré,cambiará,cambia|el tóner
      escribir,escribiré,escribirá,escribe|al catering
      dibujar,dibujaré,dibujará,dibuja|el plano de la sala
      enjuagar,enjuagaré,enjuagará,enjuaga|las bandejas de pintura
      regar,regaré,regará,riega|los semilleros
      etiquetar,etiquetaré,etiquetará,etiqueta|las cajas
      medir,mediré,medirá,mide|las estanterías
      avisar,avisaré,avisará,avisa|a los vecinos del ruido
      llevar,llevaré,llevará,lleva|las cajas al almacén
      recoger,recogeré,recogerá,recoge|las llaves de repuesto
      investigar,investigaré,investigará,investiga|la fuga del sótano
      tramitar,tramitaré,tramitará,tramita|los permisos de aparcamiento
      contar,contaré,contará,cuenta|las sillas
      reescribir,reescribiré,reescribirá,reescribe|los horarios
      copiar,copiaré,copiará,copia|el servidor viejo
      reclamar,reclamaré,reclamará,reclama|la factura al proveedor
      ordenar,ordenaré,ordenará,ordena|el armario
      preguntar,preguntaré,preguntará,pregunta|al banco por las comisiones
      plastificar,plastificaré,plastificará,plastifica|los carteles`),
    plans: list(`cerrar el quiosco los domingos|cerramos el quiosco los domingos
      llevar la feria al pabellón del puerto|llevamos la feria al pabellón del puerto
      subir la cuota a nueve euros|subimos la cuota a nueve euros
      quitar el programa impreso|quitamos el programa impreso
      mantener el logotipo antiguo|mantenemos el logotipo antiguo
      alquilar la furgoneta pequeña|alquilamos la furgoneta pequeña
      empezar el curso en otoño|empezamos el curso en otoño
      dividir el taller en dos grupos|dividimos el taller en dos grupos
      abrir las puertas a las ocho|abrimos las puertas a las ocho
      cancelar el segundo concierto|cancelamos el segundo concierto`),
    options: list(`el pabellón del puerto
      el suelo azul
      el segundo almacén
      el cartel amarillo
      el escenario de madera
      el techo de cristal
      el piano del vestíbulo
      el puesto de café
      el autobús pequeño
      el horario de tarde`),
    dates: list(`para el viernes
      antes del jueves
      mañana
      la semana que viene
      antes de fin de mes
      el martes por la mañana
      antes de la próxima reunión
      para el doce de mayo`),
    subjects: list(`La calefacción de la sala
      La cola de la entrada
      La lámpara de la escalera
      La pintura de la valla
      El sonido de las últimas filas
      La lista de la puerta
      El antiguo conserje
      El camino de detrás del jardín
      La luz del sótano
      El suelo del taller
      El olor de la cocina
      El escaparate de la esquina`),
    predicates: list(`hace bastante ruido
      tiene mejor aspecto que en invierno
      fue todo un tema entre los visitantes
      sorprendió a la mayoría de los voluntarios
      ocupa un tercio del espacio
      recuerda al sitio que había antes
      gusta a la gente de abajo
      se moja cuando llueve
      salió en el periódico
      depende del tiempo
      es más antiguo que el edificio de al lado
      funciona sin problemas`),
    tails: list(`sobre todo por la tarde
      y eso pasa desde hace años
      al menos entre semana
      según cuentan los visitantes
      cosa normal en una casa de esta edad
      incluso con las ventanas cerradas
      más que en otros pueblos
      y a los niños les gusta
      aunque los números varían
      comparado con la primavera
      porque la calle es muy estrecha
      y los socios están acostumbrados`),
    remarks: list(`Ajá.
      Ya.
      Entiendo.
      Coincide con mi impresión.
      En primavera fue parecido.
      Las cifras están en la página cuatro.
      Vinieron unas cuarenta personas.
      La mayoría vino en autobús.
      Creo que el tiempo ayudó.
      Fue una buena tarde para todos.
      A los niños les gustaron los títeres.
      Sí, lo mismo por nuestro lado.`),
  },
  fr: {
    names: ["Odile", "Bastien", "Claire", "Romain"],
    actions: list(`appeler,appellerai,appellera,appelle|le propriétaire
      récurer,récurerai,récurera,récure|la machine à café
      souder,souderai,soudera,soude|les cartes de rechange
      repasser,repasserai,repassera,repasse|les banderoles
      relire,relirai,relira,relis|le dépliant
      changer,changerai,changera,change|le toner
      écrire,écrirai,écrira,écris|au traiteur
      dessiner,dessinerai,dessinera,dessine|le plan de la salle
      rincer,rincerai,rincera,rince|les bacs de peinture
      arroser,arroserai,arrosera,arrose|les semis
      étiqueter,étiquetterai,étiquettera,étiquette|les cartons
      mesurer,mesurerai,mesurera,mesure|les étagères
      prévenir,préviendrai,préviendra,préviens|les voisins pour le bruit
      conduire,conduirai,conduira,conduis|les caisses au dépôt
      récupérer,récupérerai,récupérera,récupère|les doubles des clés
      examiner,examinerai,examinera,examine|la fuite de la cave
      régler,réglerai,réglera,règle|les permis de stationnement
      compter,compterai,comptera,compte|les chaises
      réécrire,réécrirai,réécrira,réécris|les horaires
      sauvegarder,sauvegarderai,sauvegardera,sauvegarde|le vieux serveur
      relancer,relancerai,relancera,relance|le fournisseur pour la facture
      ranger,rangerai,rangera,range|le placard
      interroger,interrogerai,interrogera,interroge|la banque sur les frais
      plastifier,plastifierai,plastifiera,plastifie|les affiches`),
    plans: list(`fermer le kiosque le dimanche|ferme le kiosque le dimanche
      déplacer la foire dans la halle du port|déplace la foire dans la halle du port
      passer la cotisation à neuf euros|passe la cotisation à neuf euros
      supprimer le programme imprimé|supprime le programme imprimé
      garder l'ancien logo|garde l'ancien logo
      louer la petite camionnette|loue la petite camionnette
      commencer le cours en automne|commence le cours en automne
      couper l'atelier en deux groupes|coupe l'atelier en deux groupes
      ouvrir les portes à huit heures|ouvre les portes à huit heures
      annuler le deuxième concert|annule le deuxième concert`),
    options: list(`la petite camionnette
      le tapis bleu
      la halle du port
      la deuxième réserve
      la grande affiche jaune
      la scène en bois
      le toit en verre
      le piano du hall
      le stand de café
      le petit bus`),
    dates: list(`pour vendredi
      avant jeudi
      demain
      la semaine prochaine
      avant la fin du mois
      mardi matin
      avant la prochaine réunion
      pour le douze mai`),
    subjects: list(`Le chauffage de la salle
      La file à l'entrée
      La lampe de l'escalier
      La peinture de la clôture
      Le son des derniers rangs
      La liste sur la porte
      L'ancien concierge
      Le chemin derrière le jardin
      La lumière de la cave
      Le sol de l'atelier
      L'odeur de la cuisine
      La vitrine du coin`),
    predicates: list(`fait beaucoup de bruit
      a meilleure mine qu'en hiver
      faisait parler les visiteurs
      a surpris la plupart des bénévoles
      prend un tiers de la place
      rappelle le lieu d'avant
      convient aux gens du dessous
      prend l'eau quand il pleut
      est passé dans le journal
      dépend de la météo
      est plus vieux que l'immeuble voisin
      marche sans problème`),
    tails: list(`surtout le soir
      et cela dure depuis des années
      au moins en semaine
      d'après les visiteurs
      comme souvent dans une maison de cet âge
      même avec les fenêtres fermées
      plus que dans d'autres villes
      et les enfants l'aiment bien
      même si les chiffres varient
      par rapport au printemps
      parce que la rue est étroite
      et les membres y sont habitués`),
    remarks: list(`Mm-hm.
      Oui.
      Je vois.
      C'est aussi mon impression.
      Au printemps, c'était pareil.
      Les chiffres sont à la page quatre.
      Une quarantaine de personnes sont venues.
      La plupart sont venues en bus.
      Je crois que le temps a aidé.
      C'était une bonne soirée pour tout le monde.
      Les enfants ont aimé les marionnettes.
      Oui, pareil de notre côté.`),
  },
  ca: {
    names: ["Núria", "Mireia", "Laia", "Montse"],
    actions: list(`trucar,trucaré,trucarà,truca|al propietari
      fregar,fregaré,fregarà,frega|la cafetera
      soldar,soldaré,soldarà,solda|les plaques de recanvi
      planxar,planxaré,planxarà,planxa|les pancartes
      rellegir,rellegiré,rellegirà,rellegeix|el fullet
      canviar,canviaré,canviarà,canvia|el tòner
      escriure,escriuré,escriurà,escriu|al càtering
      dibuixar,dibuixaré,dibuixarà,dibuixa|el plànol de la sala
      esbandir,esbandiré,esbandirà,esbandeix|les safates de pintura
      regar,regaré,regarà,rega|els planters
      etiquetar,etiquetaré,etiquetarà,etiqueta|les caixes
      mesurar,mesuraré,mesurarà,mesura|els prestatges
      avisar,avisaré,avisarà,avisa|els veïns del soroll
      portar,portaré,portarà,porta|les caixes al magatzem
      recollir,recolliré,recollirà,recull|les claus de recanvi
      investigar,investigaré,investigarà,investiga|la fuita del soterrani
      tramitar,tramitaré,tramitarà,tramita|els permisos d'aparcament
      comptar,comptaré,comptarà,compta|les cadires
      reescriure,reescriuré,reescriurà,reescriu|els horaris
      copiar,copiaré,copiarà,copia|el servidor vell
      reclamar,reclamaré,reclamarà,reclama|la factura al proveïdor
      endreçar,endreçaré,endreçarà,endreça|l'armari
      preguntar,preguntaré,preguntarà,pregunta|al banc per les comissions
      plastificar,plastificaré,plastificarà,plastifica|els cartells`),
    plans: list(`tancar el quiosc els diumenges|tanquem el quiosc els diumenges
      portar la fira al pavelló del port|portem la fira al pavelló del port
      apujar la quota a nou euros|apugem la quota a nou euros
      treure el programa imprès|traiem el programa imprès
      mantenir el logotip antic|mantenim el logotip antic
      llogar la furgoneta petita|lloguem la furgoneta petita
      començar el curs a la tardor|comencem el curs a la tardor
      dividir el taller en dos grups|dividim el taller en dos grups
      obrir les portes a les vuit|obrim les portes a les vuit
      cancel·lar el segon concert|cancel·lem el segon concert`),
    options: list(`el pavelló del port
      la moqueta blava
      el segon magatzem
      el cartell groc
      la tarima de fusta
      la teulada de vidre
      el piano del vestíbul
      la parada de cafè
      la furgoneta petita
      la franja de tarda`),
    dates: list(`per divendres
      abans de dijous
      demà
      la setmana vinent
      abans de final de mes
      dimarts al matí
      abans de la propera reunió
      per al dotze de maig`),
    subjects: list(`La calefacció de la sala
      La cua de l'entrada
      El llum de l'escala
      La pintura de la tanca
      El so de les últimes files
      La llista de la porta
      L'antic conserge
      El camí de darrere del jardí
      La llum del soterrani
      El terra del taller
      L'olor de la cuina
      L'aparador de la cantonada`),
    predicates: list(`fa força soroll
      fa més goig que a l'hivern
      va ser tot un tema entre els visitants
      va sorprendre la majoria dels voluntaris
      ocupa un terç de l'espai
      recorda el lloc d'abans
      agrada a la gent de baix
      es mulla quan plou
      va sortir al diari
      depèn del temps
      és més vell que l'edifici del costat
      funciona sense problemes`),
    tails: list(`sobretot al vespre
      i això passa des de fa anys
      si més no entre setmana
      segons expliquen els visitants
      com és normal en una casa d'aquesta edat
      fins i tot amb les finestres tancades
      més que en altres pobles
      i als nens els agrada
      tot i que els números varien
      comparat amb la primavera
      perquè el carrer és molt estret
      i els socis hi estan acostumats`),
    remarks: list(`Mm-hm.
      Ja.
      Entesos.
      Coincideix amb la meva impressió.
      A la primavera va ser semblant.
      Les xifres són a la pàgina quatre.
      Van venir unes quaranta persones.
      La majoria van venir amb autobús.
      Crec que el temps va ajudar.
      Va ser un bon vespre per a tothom.
      Als nens els van agradar els titelles.
      Sí, el mateix per la nostra banda.`),
  },
};
