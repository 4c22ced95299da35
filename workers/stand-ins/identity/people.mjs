/**
 * The invented people of the local identity provider. Their subjects never change, so that somebody who signs in tomorrow
 * finds today's meetings. Among them are the cases that matter: an address that nobody vouches for, the same address at
 * both providers, two tenants.
 *
 * `dirt`: what is wrong with the person's id_token; only a provider of any make has such people.
 * @typedef {"nonce" | "audience" | "late-clock" | "wrong-clock" | "new-key" | "unknown-key" | "no-email" | "in-userinfo"} Dirt
 * @typedef {{ id: string, name: string, email: string, note: string, claims: Record<string, string | boolean>, dirt?: Dirt }} Person
 */

const GIRONA = "6f1c2a54-0d3e-4b7a-9a51-2c8e7d90b1f3";
const LYON = "b24e9d07-58c1-4f06-8f3b-71a6c05e2d98";

/** @type {Readonly<Record<"google" | "microsoft" | "oidc", readonly Person[]>>} */
export const PEOPLE = {
  google: [
    google("nora", "104815162342000000001", "Nora Puig", "nora.puig@clinica-girona.example", {
      email_verified: true,
      hd: "clinica-girona.example",
    }),
    // Gmail takes no underscore in an address, so nobody owns this one.
    google("marc", "104815162342000000002", "Marc Soler", "marc_soler@gmail.com", { email_verified: true }),
    google("mireia", "104815162342000000031", "Mireia Pons", "mireia.pons@gmail.com", { email_verified: true }),
    google("remei", "104815162342000000033", "Remei Costa", "remei.costa@gmail.com", { email_verified: true }),
    google("rosa", "104815162342000000032", "Rosa Mir", "rosa.mir@gmail.com", { email_verified: true }),
    google("merce", "104815162342000000061", "Mercè Vila", "merce.vila@gmail.com", { email_verified: true }),
    google("olga", "104815162342000000041", "Olga Prat", "olga.prat@gmail.com", { email_verified: true }),
    google("lucia", "104815162342000000003", "Lucía Ferrer", "lucia@ferrer.example", { email_verified: false }),
    google("ines", "104815162342000000004", "Inès Caron", "ines.caron@clinica-girona.example", {
      email_verified: true,
      hd: "clinica-girona.example",
    }),
    google("berta", "104815162342000000006", "Berta Roig", "berta.roig@clinica-girona.example", {
      email_verified: true,
      hd: "clinica-girona.example",
    }),
    google("pau", "104815162342000000007", "Pau Ribas", "pau.ribas@clinica-girona.example", {
      email_verified: true,
      hd: "clinica-girona.example",
    }),
    google("gala", "104815162342000000008", "Gala Ferrer", "gala.ferrer@clinica-girona.example", {
      email_verified: true,
      hd: "clinica-girona.example",
    }),
    google("aina", "104815162342000000009", "Aina-Margarida Fontcuberta", "aina.fontcuberta@clinica-girona.example", {
      email_verified: true,
      hd: "clinica-girona.example",
    }),
    google("biel", "104815162342000000010", "Biel Canals", "biel.canals@clinica-girona.example", {
      email_verified: true,
      hd: "clinica-girona.example",
    }),
    google("clara", "104815162342000000011", "Clara Bosch", "clara.bosch@clinica-girona.example", {
      email_verified: true,
      hd: "clinica-girona.example",
    }),
    google("jana", "104815162342000000013", "Jana Serra", "jana.serra@clinica-girona.example", {
      email_verified: true,
      hd: "clinica-girona.example",
    }),
    google("laia", "104815162342000000012", "Laia Coll", "laia.coll@clinica-girona.example", {
      email_verified: true,
      hd: "clinica-girona.example",
    }),
    google("mila", "104815162342000000014", "Mila Prat", "mila.prat@clinica-girona.example", {
      email_verified: true,
      hd: "clinica-girona.example",
    }),
    google("neus", "104815162342000000015", "Neus Vila", "neus.vila@clinica-girona.example", {
      email_verified: true,
      hd: "clinica-girona.example",
    }),
    google("quima", "104815162342000000025", "Quima Riera", "quima.riera@clinica-girona.example", {
      email_verified: true,
      hd: "clinica-girona.example",
    }),
    google("oriol", "104815162342000000005", "Oriol Bonet", "oriol.bonet@clinica-girona.example", {
      email_verified: true,
      hd: "clinica-girona.example",
    }),
  ],
  microsoft: [
    microsoft(
      "claire",
      GIRONA,
      "3d0b7c1e-91f4-4c55-a0de-5b8f2e64c701",
      "Claire Morel",
      "claire.morel@clinica-girona.example",
    ),
    microsoft("tomas", LYON, "9a47e6b2-2f0d-4e18-b3c9-0c61d7f58a02", "Tomás Vidal", "tomas.vidal@atelier-lyon.example"),
    // The same name and address as Google's Nora, in a directory that anybody could run: another person.
    microsoft("nora", LYON, "c58d1f93-6a2b-4d70-8e14-f7b3a902d603", "Nora Puig", "nora.puig@clinica-girona.example"),
  ],
  // A provider of any make, with the dirt that such providers have.
  oidc: [
    oidc("nora", "Nora Puig", { email_verified: true }),
    oidc("unverified", "Lucía Ferrer", { email_verified: false }, "address not verified"),
    oidc("no-email", "Marc Soler", {}, "no address at all", "no-email"),
    oidc("in-userinfo", "Inès Caron", { email_verified: true }, "address in userinfo only", "in-userinfo"),
    oidc("late-clock", "Berta Roig", { email_verified: true }, "clock 45 seconds ahead", "late-clock"),
    oidc("wrong-clock", "Pau Ribas", { email_verified: true }, "clock ten minutes behind", "wrong-clock"),
    oidc("new-key", "Gala Ferrer", { email_verified: true }, "signs with a new key", "new-key"),
    oidc("unknown-key", "Aina Coll", { email_verified: true }, "signs with a key that is not published", "unknown-key"),
    oidc("nonce", "Biel Canals", { email_verified: true }, "nonce of another attempt", "nonce"),
    oidc("audience", "Clara Bosch", { email_verified: true }, "token for another client", "audience"),
  ],
};

/**
 * @param {string} id
 * @param {string} name
 * @param {Record<string, string | boolean>} claims
 * @param {string} note
 * @param {Dirt} [dirt]
 * @returns {Person}
 */
function oidc(id, name, claims, note = "", dirt) {
  return {
    id,
    name,
    email: `${id}@taller.example`,
    note,
    claims: { sub: `taller-${id}`, ...claims },
    ...(dirt && { dirt }),
  };
}

/**
 * @param {string} id
 * @param {string} sub
 * @param {string} name
 * @param {string} email
 * @param {Record<string, string | boolean>} claims
 * @returns {Person}
 */
function google(id, sub, name, email, claims) {
  return { id, name, email, note: claims.email_verified ? "" : "address not verified", claims: { sub, ...claims } };
}

/**
 * @param {string} id
 * @param {string} tid
 * @param {string} oid
 * @param {string} name
 * @param {string} email
 * @returns {Person}
 */
function microsoft(id, tid, oid, name, email) {
  const note = tid === GIRONA ? "Clínica Girona" : "Atelier Lyon";
  return { id, name, email, note, claims: { sub: `pairwise-${oid}`, tid, oid, preferred_username: email } };
}
