/** Groups of Catalan synonyms, one a line; `synonyms.ts` says what a group is. */
export const SYNONYMS_CA = `decidir decidit decidim decideix decisio acordar acordat acord escollir triar resoldre
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
`;
