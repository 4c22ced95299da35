/** Groups of French synonyms, one a line; `synonyms.ts` says what a group is. */
export const SYNONYMS_FR = `decider decide decidons decision convenir convenu choisir choisi resoudre
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
`;
