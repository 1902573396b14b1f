import { hash, randomBytes, timingSafeEqual } from "node:crypto"
import { ApiTokens, Environment, type Mode, type Principal, Scope } from "@countersign/core"
import { decodeHex, encodeBase64Url } from "@countersign/wire"
import { Effect, Layer, Redacted, Schema } from "effect"
import { ConfigurationRefused } from "./ConfigurationRefused.ts"

/** An API token of the host's configuration. The secret itself is not part of it. */
export interface StaticToken {
  /** The user name of Basic authentication: not empty, and without a colon. */
  readonly id: string
  /** See {@link secretDigest}. Two while the secret is replaced: whoever knows either of them is let in. */
  readonly secretSha256: string | ReadonlyArray<string>
  readonly platformId: string
  readonly mode: Mode
  /** What the token may do; everything, when left out. */
  readonly scopes?: ReadonlyArray<Scope>
}

/**
 * What to configure for a secret: its SHA-256, as 64 lower-case hex characters. Fit for secrets of 128 random bits or
 * more, such as `openssl rand -hex 32`. A secret somebody thought up can be found from it.
 */
export const secretDigest = (secret: string): string => {
  if (typeof secret !== "string" || secret === "") {
    throw new ConfigurationRefused(
      `The secret of an API token is ${secret === "" ? "empty" : "missing"}. Make one with: openssl rand -hex 32`
    )
  }
  return digestOf(secret).toString("hex")
}

/**
 * API tokens that are known when the process starts. A secret is judged by comparing digests of equal length in constant
 * time, and an unknown id costs the same work as a known one, with one secret or with two.
 *
 * Throws {@link ConfigurationRefused} for an id that is malformed or given twice, and for a malformed digest, platform,
 * mode or scope.
 */
export const staticTokens = (tokens: ReadonlyArray<StaticToken>): Layer.Layer<ApiTokens> => {
  const judge = judgeOf(tokens)
  return Layer.succeed(
    ApiTokens,
    ApiTokens.of({
      authenticate: ({ id, secret }) => Effect.sync(() => judge(id, digestOf(Redacted.value(secret)))),
      secretOf: (_, random) => Redacted.make(encodeBase64Url(random))
    })
  )
}

/** Who gave an id and a secret of this digest. */
export const judgeOf = (
  tokens: ReadonlyArray<StaticToken>
): ((id: string, digest: Uint8Array) => Principal | undefined) => {
  const known = new Map<string, Known>()
  for (const token of tokens) {
    if (known.has(token.id)) throw refused(token, "is given twice. Give each token an id of its own")
    known.set(token.id, checked(token))
  }
  // Nobody's digest: it has to be no secret's, and a random one is none. Of the same class as the others, for the same work.
  const absent = Uint8Array.from(randomBytes(32))
  return (id, digest) => {
    const token = known.get(id)
    const [one = absent, other = absent] = token?.digests ?? []
    // Both are compared, whatever comes of the first.
    const isOne = timingSafeEqual(digest, one)
    const isOther = timingSafeEqual(digest, other)
    return isOne || isOther ? token?.principal : undefined
  }
}

interface Known {
  /** One or two. */
  readonly digests: ReadonlyArray<Uint8Array>
  readonly principal: Principal
}

const checked = (token: StaticToken): Known => {
  const { id, mode, platformId, scopes = Scope.literals, secretSha256 } = token
  // RFC 7617 section 2: the first colon ends the user name.
  if (id === "" || id.includes(":")) throw refused(token, "has an id that is empty or holds a colon. Choose another")
  const environment = { platformId, mode }
  if (!isEnvironment(environment)) {
    throw refused(
      token,
      "names no environment. Give mode sandbox or production, and a platformId of 1 to 64 letters, digits, `.`, `_` or `-`"
    )
  }
  if (!areScopes(scopes)) throw refused(token, `has an unknown scope. Choose from ${Scope.literals.join(", ")}`)
  return { digests: digestsOf(token, secretSha256), principal: { tokenId: id, environment, scopes: [...scopes] } }
}

const digestsOf = (token: StaticToken, given: StaticToken["secretSha256"]): ReadonlyArray<Uint8Array> => {
  // A host without types may have given anything, and what is no list is judged as a digest.
  const digests = (Array.isArray(given) ? given : [given]).map((each) => digestBytes(token, each))
  const [one, other] = digests
  if (one === undefined || digests.length > 2) {
    throw refused(token, "has a list of secretSha256 that is empty, or longer than two. Take the oldest away")
  }
  if (other !== undefined && timingSafeEqual(one, other)) {
    throw refused(token, "has one secretSha256 twice. Make another secret with: openssl rand -hex 32")
  }
  return digests
}

const digestBytes = (token: StaticToken, secretSha256: string): Uint8Array => {
  try {
    return decodeHex(secretSha256, { bytes: 32 })
  } catch {
    throw refused(token, "has a secretSha256 that is not 64 hex characters. Compute it with secretDigest(secret)")
  }
}

export const digestOf = (secret: string): Buffer => hash("sha256", secret, "buffer")

const isEnvironment = Schema.is(Environment)
const areScopes = Schema.is(Schema.Array(Scope))

const refused = ({ id }: StaticToken, what: string): ConfigurationRefused =>
  new ConfigurationRefused(`The API token ${JSON.stringify(id)} ${what}.`)
