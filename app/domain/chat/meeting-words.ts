import type { MeetingLanguage } from "#app/domain/languages.ts";
import { stem } from "#app/domain/summary/words/stem.ts";

/**
 * A small dictionary of words that meetings turn on, folded, in the four languages: en | es | fr | ca. With it, a question finds
 * what was said in another language, or with another word of the same language. It has no words with several common meanings.
 */
const GROUPS = `
price prices | precio precios | prix | preu preus
cost costs expensive cheap | coste costes costo costos cuesta cuestan costar caro barato gasto gastos | cout couts coute coutent couter cher depense depenses | cost costos costa costen costar car barat despesa despeses
budget budgets | presupuesto presupuestos | budget budgets | pressupost pressupostos
money funds funding | dinero fondos financiacion | argent fonds financement | diners fons financament
euro euros | euro euros | euro euros | euro euros
dollar dollars | dolar dolares | dollar dollars | dolar dolars
percent percentage | porcentaje | pourcent pourcentage | percentatge
profit margin revenue | beneficio beneficios margen ingresos | benefice benefices marge revenus | benefici beneficis marge ingressos
sell sells sold sale sales | vender vende venden venta ventas | vendre vend vendent vente ventes | vendre ven venen venda vendes
buy buys bought purchase | comprar compra compran compramos | acheter achete achetent achat achats | comprar compra compren
order orders | pedido pedidos encargo | commande commandes | comanda comandes
customer customers client clients | cliente clientes | client clients | client clients
user users | usuario usuarios usuaria | utilisateur utilisateurs utilisatrice | usuari usuaris usuaria
supplier suppliers provider providers vendor | proveedor proveedores | fournisseur fournisseurs | proveidor proveidors
company firm business companies | empresa empresas compania negocio | entreprise entreprises societe | empresa empreses companyia negoci
market markets marketing | mercado mercados | marche marches | mercat mercats
product products | producto productos | produit produits | producte productes
project projects | proyecto proyectos | projet projets | projecte projectes
problem problems issue issues trouble | problema problemas | probleme problemes souci | problema problemes
risk risks | riesgo riesgos | risque risques | risc riscos
error errors bug bugs mistake | error errores fallo fallos | erreur erreurs bogue | error errors errada
solution solutions solve | solucion soluciones solucionar | solution solutions resoudre | solucio solucions solucionar
contract contracts | contrato contratos | contrat contrats | contracte contractes
invoice invoices bill | factura facturas | facture factures | factura factures
report reports | informe informes | rapport rapports | informe informes
minutes record notes | acta actas notas | proces comptes rendus notes | acta actes notes
document documents file files | documento documentos archivo archivos fichero | document documents fichier fichiers | document documents fitxer fitxers arxiu
presentation presentations slides | presentacion presentaciones diapositivas | presentation presentations diapositives | presentacio presentacions diapositives
send sends sent | enviar envia envian enviara enviado mandar manda | envoyer envoie envoient enverra envoye | enviar envia envien enviara enviat
write writes wrote written | escribir escribe escriben escribira escrito redacta redactar | ecrire ecrit ecrivent ecrira redige rediger | escriure escriu escriuen escriura escrit redacta redactar
prepare prepares prepared | preparar prepara preparan preparara | preparer prepare preparent preparera | preparar prepara preparen preparara
sign signs signed signature | firmar firma firman firmara firmado | signer signe signent signera signature | signar signa signen signara signatura
pay pays paid payment | pagar paga pagan pago pagos | payer paie paient paye paiement | pagar paga paguen pagament
launch launches launched release released | lanzar lanza lanzan lanzamiento publicar | lancer lance lancent lancement publier | llancar llanca llancen llancament publicar
start starts started begin begins | empezar empieza empiezan comenzar comienza inicio | commencer commence commencent debut demarrer | comencar comenca comencen inici
finish finished finishes | terminar termina acabar acaba final | finir finit terminer termine fin | acabar acaba acaben final
return returns | regresar regresa vuelve vuelva | revenir revient reviendra retourne | tornar torna tornara retorna
delay delays delayed late | retraso retrasos retrasado | retard retards retarde | retard retards endarrerit
test tests testing trial | prueba pruebas probar | test tests essai essais tester | prova proves provar
design designs designer | diseno disenos disenador | conception design concepteur | disseny dissenys dissenyador
production produce produced | produccion producir produce | production produire produit | produccio produir produeix
remote control controls | mando mandos distancia control | telecommande telecommandes | comandament comandaments distancia control
battery batteries | bateria baterias pila pilas | batterie batteries pile piles | bateria bateries pila piles
button buttons | boton botones | bouton boutons | boto botons
screen screens display | pantalla pantallas | ecran ecrans | pantalla pantalles
colour colours color colors | color colores | couleur couleurs | color colors
computer laptop | ordenador ordenadores portatil | ordinateur ordinateurs portable | ordinador ordinadors portatil
page website web | pagina paginas web | page pages site web | pagina pagines web
data | datos | donnees | dades
record recorded recording recordings | grabar graba grabado grabados grabada grabadas grabacion | enregistrer enregistre enregistres enregistrement enregistrements | gravar gravat gravades enregistrat enregistrar enregistrament
hour hours | hora horas | heure heures | hora hores
lunch | comida almuerzo | dejeuner | dinar
holiday holidays vacation | vacaciones | vacances conges | vacances
office | oficina despacho | bureau bureaux | oficina despatx
room rooms | sala salas habitacion | salle salles | sala sales
student students pupil pupils | estudiante estudiantes alumno alumnos | etudiant etudiants eleve eleves | estudiant estudiants alumne alumnes
school schools | escuela escuelas colegio colegios | ecole ecoles | escola escoles
teacher teachers | profesor profesores maestro | professeur professeurs enseignant enseignants | professor professors mestre
child children kids | nino ninos hijos | enfant enfants | nen nens fills
family families parent parents | familia familias padres | famille familles parents | familia families pares
health | salud sanidad | sante | salut sanitat
doctor doctors patient patients | medico medicos paciente pacientes | medecin medecins patient patients | metge metges pacient pacients
law laws legal | ley leyes legal | loi lois legal | llei lleis legal
government minister | gobierno ministro ministra ministerio | gouvernement ministre ministere | govern ministre ministra ministeri
committee | comite comision | comite commission | comite comissio
support help helps | ayuda ayudar apoyo | aide aider soutien | ajuda ajudar suport
emergency | emergencia urgencia | urgence | emergencia urgencia
benefit benefits allowance | ayudas subsidio prestacion | prestation prestations allocation | prestacio prestacions ajut
program programme software | programa programas | programme programmes logiciel | programa programes programari
debt debts | deuda deudas | dette dettes | deute deutes
tax taxes | impuesto impuestos | impot impots taxe taxes | impost impostos
job jobs employment | trabajo trabajos empleo puesto | travail emploi emplois poste | feina feines ocupacio
training course courses | formacion curso cursos | formation cours | formacio curs cursos
quality | calidad | qualite | qualitat
security safety | seguridad | securite | seguretat
size | tamano | taille | mida
weight | peso | poids | pes
speech voice | voz habla | voix parole | veu parla
television tv | television tele | television tele | televisio tele
free | gratis gratuito gratuita | gratuit gratuite gratuits | gratis gratuit gratuita
need needs needed necessary | necesita necesitan necesario hace falta | besoin necessaire faut | cal calen necessita necessari
want wants wanted | quiere quieren querer queria querian | veut veulent vouloir voulait | vol volen voler volia volien
remove removed exclude drop | quitar quita eliminar descartar | supprimer enlever retirer exclure | treure eliminar excloure
change changes changed | cambio cambios cambiar cambia | changement changements changer change | canvi canvis canviar canvia
goal goals target targets | objetivo objetivos meta | objectif objectifs but | objectiu objectius
strategy | estrategia | strategie | estrategia
idea ideas proposal proposals | idea ideas propuesta propuestas | idee idees proposition propositions | idea idees proposta propostes
advantage advantages | ventaja ventajas | avantage avantages | avantatge avantatges
feature features function functions | funcion funciones caracteristica | fonction fonctions fonctionnalite | funcio funcions caracteristica
version versions | version versiones | version versions | versio versions
morning | manana | matin | mati
`;

const ORDER: readonly MeetingLanguage[] = ["en", "es", "fr", "ca"];
type Group = Record<MeetingLanguage, readonly string[]>;
type Lookup = ReadonlyMap<string, readonly Group[]>;
let lookups: Record<MeetingLanguage, Lookup> | null = null;

/** The stems by which meetings in `into` say a folded word of a question in `from`; empty for words that are not in the dictionary. */
export function stemsFor(folded: string, from: MeetingLanguage, into: MeetingLanguage): string[] {
  lookups ??= readGroups();
  const groups = lookups[from].get(folded) ?? lookups[from].get(stem(folded, from)) ?? [];
  return [...new Set(groups.flatMap((group) => group[into].map((word) => stem(word, into))))];
}

/** Every word and every stem leads to its groups; of a stem that two groups share, both are meant. */
function readGroups(): Record<MeetingLanguage, Lookup> {
  const found: Record<MeetingLanguage, Map<string, Group[]>> = {
    en: new Map(),
    es: new Map(),
    fr: new Map(),
    ca: new Map(),
  };
  for (const line of GROUPS.trim().split("\n")) {
    const [en = [], es = [], fr = [], ca = []] = line.split("|").map((words) => words.trim().split(" "));
    const group: Group = { en, es, fr, ca };
    for (const language of ORDER) {
      for (const key of new Set(group[language].flatMap((word) => [word, stem(word, language)]))) {
        const known = found[language].get(key);
        if (known) known.push(group);
        else found[language].set(key, [group]);
      }
    }
  }
  return found;
}
