import type { MeetingLanguage } from "#app/domain/languages.ts";
import { stem } from "#app/domain/summary/words/stem.ts";

/**
 * Words of meetings that may stand for each other, folded, one group a line; irregular forms of a verb are in its group. Groups
 * are not joined through a shared word. Words with a narrower meaning are not synonyms here: "discuss" is not "decide".
 */
const GROUPS: Record<MeetingLanguage, string> = {
  en: `decide decided decision choose chose chosen agree agreed settle resolve resolved
approve approved approval accept accepted endorse
keep kept stay stays remain remains maintain retain preserve
send sent sends deliver dispatch forward submit hand
sell sold sale sales
buy bought purchase acquire
begin began begun start starts started launch kick commence open
end ended finish finished complete completed conclude close
launch release released publish published introduce
rise rose risen rises increase increases raise raised grow grew grown climb climbed higher goes go went
fall fell fallen drop dropped decrease decline reduce reduced lower lowered cut shrink
cost costs price priced worth amount amounts
rent lease
repair repaired fix fixed mend
replace replaced swap substitute exchange change changed
check checks checked verify examine inspect review look looks looking control
search searching seek sought look looking looks investigate investigating
find found discover locate
prepare prepared draft drafted ready
write wrote written writes draft compose
call calls called phone ring telephone contact contacted
ask asks asked request requested enquire
meet met meeting meetings session
move moved relocate transfer shift transport moves
delay delayed postpone postponed defer put
arrange arranged organise organize organised organized plan schedule book
book booked reserve reserved reservation booking
pay paid pays payment settle
hire hired recruit recruited employ
resign resigned quit leave left step stepped depart
need needs needed require requires required necessary
use used uses using employ usage utilise
show showed shown shows present presented demonstrate
tell told inform informed notify notified
help helps support assist assisted aid
try tried tries attempt
test tested tests trial pilot
build built builds construct
create created make made build produce set
remove removed delete deleted drop dropped
add added include included
save saves saved spare
lose lost loses loss losing missing
win won wins
share shared distribute circulate
sign signed signs signature
update updated updates refresh
collect gather compile
big large huge major
small little minor
quick quickly fast rapid
customer customers client clients
employee employees staff worker workers colleague colleagues
problem problems issue issues trouble difficulty
mistake mistakes error errors fault
idea ideas proposal suggestion
propose proposed suggest suggested proposal suggestion
money funds budget
document documents paper file
meeting call session
deadline due
important essential key crucial
difficult hard tough
cheap cheaper inexpensive
expensive costly dear
all every each whole entire everybody everyone
many lots lot several numerous
before by until till
because since as so therefore thus hence due reason
fit fits
people persons
show display
work works worked function functions functioning operate operated running
wrong incorrect
correct right
explain explained clarify
car vehicle
purchase order ordered
answer answered reply replied respond response
contract agreement
offer quote quotation
report reports
company firm business
pick select selected choose chose chosen
take takes took taken bring brings brought carry
give gave given provide provided hand supply supplied
receive received get got
think thinks thought believe believes feel feels
hold held take place
visit visited
early earlier sooner
late later
next following coming
last previous past
yearly annual annually year
monthly month
weekly week
daily day
handle handled deal responsible care charge
translate translated translation
travel trip journey
currently now
order ordered
good well
enough sufficient
old former
spend spent
draw drew drawn
speak spoke spoken talk talked talks
know knows knew known
read reads
choose pick
train trained training
clean cleaned cleaning
print printed
install installed set
happen happened occur
`,
  es: `decidir decidimos decidio decidido decision decide acordar acordo acordado acuerdo acordamos elegir eligio resolver
aprobar aprobo aprobado aprobacion aceptar acepto
mantener mantiene mantendra mantenemos mantuvo conservar quedar queda quedara seguir sigue permanecer
enviar envio envia enviara enviare mandar manda mandara mandare remitir remite hacer_llegar
vender vendio vendido venta vende
comprar compra compro adquirir adquiere adquisicion
empezar empieza empezara comenzar comienza comenzara iniciar inicia inicio arrancar arranca
terminar termina acabar acaba finalizar finaliza concluir
lanzar lanza lanzamiento publicar publica estrenar sacar
subir sube subio subido subida aumentar aumenta aumento incrementar incremento incrementa crecer crece
bajar baja bajo bajado bajada disminuir disminuye reducir reduce reduccion recortar
costar cuesta cuestan coste costes costara precio precios valer vale
alquiler renta arrendamiento
reparar repara arreglar arregla arreglo reparacion
sustituir sustituye reemplazar cambiar cambia cambio
revisar revisa revisara revisare revision comprobar comprueba verificar verifica mirar mira examinar
buscar busca buscara localizar investigar
preparar prepara preparara preparare elaborar elabora redactar
escribir escribe escribira redactar redacta redactara
llamar llama llamara llamare telefonear telefonea contactar
pedir pide pidio pedira solicitar solicita solicitara
reunion reuniones sesion encuentro
mover trasladar traslada traslado mudanza
aplazar aplaza aplazo aplazado retrasar retrasa posponer pospone
organizar organiza organizara planificar preparar
reservar reserva reservara
pagar paga pago pagara abonar abona
contratar contrata contratacion fichar
dimitir dimitio dimision renunciar dejar
necesitar necesita necesitan requerir requiere hace_falta
usar usa utilizar utiliza emplear uso
mostrar muestra ensenar presentar presenta presentacion
informar informa avisar avisa comunicar
ayudar ayuda apoyar apoyo
probar prueba pruebas test ensayo
construir construye construccion
crear crea hacer
quitar quita eliminar elimina borrar suprimir
anadir anade incluir incluye agregar
ahorrar ahorra ahorro
perder pierde perdida pierden
compartir comparte repartir distribuir
firmar firma firmara
actualizar actualiza actualizacion
cerrar cierra cierran cierre cerrara cerrado
abrir abre abrira apertura abierto
grande gran
pequeno reducido
cliente clientes comprador
empleado empleados trabajador trabajadores plantilla personal
problema problemas incidencia dificultad
error errores fallo fallos
propuesta propuestas proponer propone sugerencia sugerir sugiere
dinero fondos presupuesto
importante esencial clave
barato economico
caro costoso
todo toda todos todas cada entero
antes hasta
porque ya_que debido motivo por_eso
coche vehiculo
contrato acuerdo convenio
oferta presupuesto
empresa compania firma
encargar encarga encargara ocupar ocupa ocupara responsable
entregar entrega entregara enviar
anunciar anuncia
ver ve vera
nuevo nueva nuevos nuevas
traducir traduce traduccion
recibir recibe recibio
entender entiende
`,
  fr: `decider decide decidons decision convenir convenu choisir choisi resoudre
approuver approuve approbation accepter accepte valider valide validation
garder garde gardons maintenir maintient maintenu conserver conserve rester reste
envoyer envoie envoye enverra enverrai expedier expedie transmettre transmet transmettra adresser adresse
vendre vend vendu vente
acheter achete achat acquerir
commencer commence debuter debute demarrer demarre lancement
finir finit fini terminer termine achever acheve
lancer lance lancement publier publie sortir
augmenter augmente augmentation monter monte hausse croitre
baisser baisse diminuer diminue reduire reduit reduction
couter coute cout couts couteront prix valoir vaut
loyer bail
reparer repare reparation
remplacer remplace remplacement changer change
verifier verifie verifiera controler controle examiner relire relit revoir
chercher cherche rechercher recherche
preparer prepare preparera rediger elaborer
ecrire ecrit ecrira rediger redige redigera
appeler appelle appellera telephoner telephone contacter
demander demande demandera solliciter
reunion seance rencontre
deplacer deplace demenager demenagement transferer
reporter reporte repousser repousse differer
organiser organise planifier
reserver reserve reservation
payer paie paye paiera regler regle paiement
embaucher embauche recruter recrute recrutement
demissionner demissionne demission quitter
necessiter necessite besoin exiger
utiliser utilise employer emploie usage
montrer montre presenter presente presentation
informer informe prevenir previent
aider aide soutenir soutien
tester teste test essai essais
construire construit construction
creer cree faire
supprimer supprime retirer retire enlever
ajouter ajoute inclure inclut
economiser economise economie
perdre perd perdu perte perdent
partager partage distribuer diffuser
signer signe signature signera
actualiser mettre_a_jour
fermer ferme fermera fermeture fermee
ouvrir ouvre ouvrira ouverture
grand gros
client clients acheteur
employe employes salarie salaries personnel
probleme problemes difficulte souci
erreur erreurs faute
proposer propose proposition suggerer suggestion
argent fonds budget
important essentiel cle
bon_marche economique
cher couteux
tous toutes tout toute chaque entier
avant jusqu
parce car puisque raison
voiture vehicule
contrat accord
offre devis
entreprise societe firme
occuper occupe occupera charger charge responsable
livrer livre livraison
recevoir recoit recu
voir voit verra
nouveau nouvelle nouveaux nouvelles nouvel
traduire traduit traduction
`,
  ca: `decidir decidit decidim decideix decisio acordar acordat acord escollir triar resoldre
aprovar aprovat aprovacio aprova acceptar accepta
mantenir mante mantindra conservar conserva quedar queda seguir continuar
enviar envia enviara enviare envio trametre remetre
vendre ven venut venda
comprar compra adquirir adquisicio
comencar comenca comencara iniciar inicia inici arrencar
acabar acaba finalitzar finalitza concloure
llancar llanca llancament publicar publica estrenar treure
pujar puja pujat pujada augmentar augmenta augment incrementar increment creixer
baixar baixa baixat baixada disminuir reduir redueix reduccio
costar costa costen cost costara preu preus valer val
lloguer arrendament
reparar repara arreglar arregla reparacio
substituir substitueix reemplacar canviar canvia canvi
revisar revisa revisara revisare revisio comprovar comprova verificar verifica mirar mira
buscar busca buscara cercar cerca
preparar prepara preparara preparare elaborar elabora redactar
escriure escriu escriura redactar redacta redactara
trucar truca trucara trucare telefonar telefona contactar
demanar demana demanara sollicitar
reunio reunions sessio trobada
moure traslladar trasllada trasllat mudanca
ajornar ajorna ajornat endarrerir posposar
organitzar organitza planificar preparar
reservar reserva reservara
pagar paga pagara pagament abonar
contractar contracta contractacio
dimitir dimitit dimissio renunciar deixar
necessitar necessita calen cal requerir
usar usa utilitzar utilitza emprar fer_servir
mostrar mostra ensenyar presentar presenta presentacio
informar informa avisar avisa comunicar
ajudar ajuda donar_suport
provar prova proves test assaig
construir construeix construccio
crear crea fer
treure treu eliminar elimina esborrar suprimir
afegir afegeix incloure inclou
estalviar estalvia estalvi
perdre perd perdua perden
compartir comparteix repartir distribuir
signar signa signara signatura
actualitzar actualitza actualitzacio
tancar tanca tancara tancament tancat
obrir obre obrira obertura obert
gran gros
client clients comprador
empleat empleats treballador treballadors plantilla personal
problema problemes incidencia dificultat
error errors errada
proposta propostes proposar proposa suggeriment
diners fons pressupost
important essencial clau
barat economic
car costos
tot tota tots totes cada
abans fins
perque ja_que motiu
cotxe vehicle
contracte acord conveni
oferta pressupost
empresa companyia firma
encarregar encarrega encarregara ocupar ocupa ocupara responsable
lliurar lliura lliurament enviar
rebre rep rebut
veure veu veura
nou nova nous noves
traduir tradueix traduccio
`,
};

/** Endings that only inflect a word or make a noun of its verb. "-er" and "-less" are missing: they change what is meant. */
const ENDINGS: Record<MeetingLanguage, ReadonlySet<string>> = {
  en: new Set([
    "",
    ..."s es e ed d ing ings ion ions ation ations ment ments al als ance ence ly y ies ied".split(" "),
  ]),
  es: new Set([
    "",
    ..."s es a o e as os en an ar er ir ando iendo ado ada ados adas ido ida idos idas acion aciones cion ciones ion iones aba aban aron ieron io amos emos imos ara ere era ira aran eran iran are ire aremos eremos iremos amiento amientos imiento imientos".split(
      " ",
    ),
  ]),
  fr: new Set([
    "",
    ..."s e es ee ees er ez ons ent ant ait aient era erai eront erons ation ations tion ion ions ement ements age i is it ie ir ira iront issent x re ra rai rons ront".split(
      " ",
    ),
  ]),
  ca: new Set([
    "",
    ..."s es a e o ar er ir em im eu en an ant ent at ada ats ades it ida its ides ara are aran arem ira ire acio acions cio cions io ions ament aments iment ava aven aria n ns ns os re ra".split(
      " ",
    ),
  ]),
};
/** Two words with fewer letters in common are different words, whatever their endings. */
const ROOT_CHARS_MIN = 5;

type Senses = ReadonlyMap<string, readonly number[]>;

function sensesOf(language: MeetingLanguage): Senses {
  const senses = new Map<string, number[]>();
  for (const [index, line] of GROUPS[language].split("\n").entries()) {
    const words = line.split(" ").filter((word) => word !== "");
    for (const form of new Set(words.flatMap((word) => [word, stem(word, language)]))) {
      senses.set(form, [...(senses.get(form) ?? []), index]);
    }
  }
  return senses;
}

const SENSES: Record<MeetingLanguage, Senses> = {
  en: sensesOf("en"),
  es: sensesOf("es"),
  fr: sensesOf("fr"),
  ca: sensesOf("ca"),
};

/** Returns the numbers of the groups of synonyms that hold a word or its stem. */
export function groupsOf(word: string, stemmed: string, language: MeetingLanguage): readonly number[] {
  const senses = SENSES[language];
  return senses.get(word) ?? senses.get(stemmed) ?? [];
}

/** Tells whether two words differ only in their endings: "publish", "publication". */
export function shareRoot(one: string, other: string, language: MeetingLanguage): boolean {
  let common = 0;
  while (common < one.length && one[common] === other[common]) common += 1;
  if (common < ROOT_CHARS_MIN) return false;
  const endings = ENDINGS[language];
  // The last common letter may belong to the endings ("-ation", "-ated").
  return [common, common - 1].some(
    (cut) => cut >= ROOT_CHARS_MIN && endings.has(one.slice(cut)) && endings.has(other.slice(cut)),
  );
}
