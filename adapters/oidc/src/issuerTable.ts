import { ALGORITHMS, type Algorithm, isAlgorithm } from "./algorithms.ts"

/** An issuer or a limit of the host's configuration that cannot be used. The message says what to do. */
export class ConfigurationRefused extends Error {
  override readonly name = "ConfigurationRefused"
}

/** An issuer whose tokens are believed. */
export interface Issuer {
  /** What `iss` has to be, character by character, and the issuer part of every identity. */
  readonly issuer: string
  /** Other spellings of `iss` that mean this issuer, such as the one without a scheme. */
  readonly aliases?: ReadonlyArray<string>
  /** Where its key set is. Nothing else is ever fetched, whatever a token says. */
  readonly jwksUri: string
  /** The client ids that it knows the host's applications by. */
  readonly audiences: ReadonlyArray<string>
  /** RS256 and ES256, when left out. */
  readonly algorithms?: ReadonlyArray<Algorithm>
}

/** An issuer of the table, ready to be asked about. */
export interface KnownIssuer {
  readonly issuer: string
  readonly jwksUri: string
  readonly audiences: ReadonlySet<string>
  readonly algorithms: ReadonlySet<Algorithm>
}

/** The issuers by each spelling of their `iss`. Throws {@link ConfigurationRefused}. */
export const issuerTable = (issuers: ReadonlyArray<Issuer>): ReadonlyMap<string, KnownIssuer> => {
  const table = new Map<string, KnownIssuer>()
  for (const given of issuers) {
    const known = checked(given)
    for (const spelling of [given.issuer, ...(given.aliases ?? [])]) {
      if (spelling === "") throw refused(given, "has an empty name or alias. Give the exact text of its iss claim")
      if (table.has(spelling)) throw refused(given, `has a name given twice: ${spelling}. Give each name to one issuer`)
      table.set(spelling, known)
    }
  }
  return table
}

const checked = (given: Issuer): KnownIssuer => {
  const { algorithms = ["RS256", "ES256"], audiences, issuer, jwksUri } = given
  if (!isTrustworthy(jwksUri)) {
    throw refused(given, "has a jwksUri that is no https URL without credentials (http is for loopback alone)")
  }
  if (audiences.length === 0 || audiences.includes("") || new Set(audiences).size < audiences.length) {
    throw refused(
      given,
      "has no audiences, or one that is empty or given twice. Give the client ids of your applications"
    )
  }
  const unfit = algorithms.find((name) => !isAlgorithm(name))
  if (unfit !== undefined || algorithms.length === 0) {
    const choice = ALGORITHMS.join(", ")
    throw refused(given, `has ${unfit ?? "nothing"} for an algorithm. Choose among the asymmetric ones: ${choice}`)
  }
  return { issuer, jwksUri, audiences: new Set(audiences), algorithms: new Set(algorithms) }
}

/** OpenID Connect Discovery 1.0 section 3: jwks_uri must use https. Who is on the loopback could read the traffic anyway. */
const isTrustworthy = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { hostname, password, protocol, username } = new URL(text)
  return username + password === "" && (protocol === "https:" || (protocol === "http:" && LOOPBACK.test(hostname)))
}

/** As `URL` writes a host: every spelling of an IPv4 address becomes four decimal numbers. */
const LOOPBACK = /^(localhost|127(\.[0-9]{1,3}){3}|\[::1\])$/u

const refused = ({ issuer }: Issuer, what: string): ConfigurationRefused =>
  new ConfigurationRefused(`The issuer ${JSON.stringify(issuer)} ${what}.`)
