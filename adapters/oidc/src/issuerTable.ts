import { OidcAlgorithm } from "@countersign/core"
import { Schema } from "@countersign/core/effect"
import { ConfigurationRefused } from "@countersign/core/internal"
import { type Algorithm, DEFAULT_ALGORITHMS, type Issuer } from "./OidcOptions.ts"

export const isAlgorithm = Schema.is(OidcAlgorithm)

export interface KnownIssuer {
  readonly issuer: string
  readonly jwksUri: string
  readonly audiences: ReadonlySet<string>
  readonly algorithms: ReadonlySet<Algorithm>
}

/** The issuers by every accepted value of `iss`. Throws {@link ConfigurationRefused}. */
export const issuerTable = (issuers: ReadonlyArray<Issuer>): ReadonlyMap<string, KnownIssuer> => {
  const table = new Map<string, KnownIssuer>()
  for (const given of issuers) {
    const known = checked(given)
    for (const name of [given.issuer, ...(given.aliases ?? [])]) {
      if (name === "") throw refused(given, "has an empty name or alias. Give the exact text of its iss claim")
      if (table.has(name)) throw refused(given, `has a name given twice: ${name}. Give each name to one issuer`)
      table.set(name, known)
    }
  }
  return table
}

const checked = (given: Issuer): KnownIssuer => {
  const { algorithms = DEFAULT_ALGORITHMS, audiences, issuer, jwksUri } = given
  if (!isTrustworthy(jwksUri)) {
    throw refused(
      given,
      "has a jwksUri that is not an https URL without credentials (http is accepted for loopback only). Give the https address of its key set"
    )
  }
  if (audiences.length === 0 || audiences.includes("") || new Set(audiences).size < audiences.length) {
    throw refused(
      given,
      "has no audiences, or one that is empty or given twice. Give the client ids of your applications"
    )
  }
  const unfit = algorithms.find((name) => !isAlgorithm(name))
  if (unfit !== undefined || algorithms.length === 0) {
    const choice = OidcAlgorithm.literals.join(", ")
    throw refused(given, `has ${unfit ?? "nothing"} for an algorithm. Choose among the asymmetric ones: ${choice}`)
  }
  return { issuer, jwksUri, audiences: new Set(audiences), algorithms: new Set(algorithms) }
}

/** OpenID Connect Discovery 1.0 section 3: jwks_uri must use https. Traffic on loopback stays on the machine. */
const isTrustworthy = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { hostname, password, protocol, username } = new URL(text)
  return username + password === "" && (protocol === "https:" || (protocol === "http:" && LOOPBACK.test(hostname)))
}

/** As `URL` serializes a host: every spelling of an IPv4 address becomes four decimal numbers. */
const LOOPBACK = /^(localhost|127(\.[0-9]{1,3}){3}|\[::1\])$/u

const refused = ({ issuer }: Issuer, what: string): ConfigurationRefused =>
  new ConfigurationRefused(`The issuer ${JSON.stringify(issuer)} ${what}.`)
