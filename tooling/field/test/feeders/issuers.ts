import { claims, ec, ed, IAT, issuerAt, type Pair, reader, rsa, server, token } from "@countersign/harness/issuer"
import { Effect, Logger, Schema } from "effect"
import { feeding } from "../feeding.ts"

/** The key pairs of all issuers, by the name that the data gives them. They are made once, because RSA is slow. */
const made = new Map<string, Pair>()
const MAKERS = { rsa, ec, ed } as const
const pairOf = (name: string): Pair => {
  const kind = /^(?:rsa|ec|ed)/u.exec(name)?.[0]
  const maker = Object.entries(MAKERS).find(([each]) => each === kind)?.[1]
  if (maker === undefined) throw new Error(`no key ${name}: names begin with rsa, ec or ed`)
  const found = made.get(name) ?? maker(name)
  made.set(name, found)
  return found
}

const Members = Schema.Record(Schema.String, Schema.Unknown)

const Key = Schema.Struct({
  /** A key pair, whose published form has `kid`, `alg` and `use` unless they are left out. */
  key: Schema.optionalKey(Schema.String),
  without: Schema.optionalKey(Schema.Array(Schema.String)),
  with: Schema.optionalKey(Members)
})

const Token = Schema.Struct({
  issuer: Schema.optionalKey(Schema.String),
  audiences: Schema.optionalKey(Schema.Array(Schema.String)),
  /** The option of the issuer. RS256 and ES256 unless given. */
  algorithms: Schema.optionalKey(Schema.Array(Schema.Literals(["RS256", "ES256", "EdDSA"]))),
  keys: Schema.Array(Key),
  /** The pair that signs. */
  by: Schema.String,
  header: Schema.optionalKey(Members),
  claims: Schema.optionalKey(Members),
  /** Further claims that make the token this long. */
  groups: Schema.optionalKey(Schema.Number)
})

const publishedOf = ({ key, with: more = {}, without = [] }: typeof Key.Type): object => {
  const jwk = key === undefined ? {} : pairOf(key).jwk
  return { ...Object.fromEntries(Object.entries(jwk).filter(([name]) => !without.includes(name))), ...more }
}

const RELATIVE = ["iat", "nbf", "exp", "auth_time"]

/** A key set and a token: the identity, or the check that refuses it; and the same for a token of another key. */
export const issuers = feeding(Token, (given) =>
  Effect.gen(function* () {
    const { algorithms, audiences = ["app"], by, groups, header = {}, issuer = "https://issuer.test" } = given
    const published = yield* server(...given.keys.map(publishedOf))
    const identify = yield* reader({
      issuers: [issuerAt(published.url, { issuer, audiences, ...(algorithms === undefined ? {} : { algorithms }) })]
    })
    const times = Object.entries(given.claims ?? {}).map(([name, value]) =>
      RELATIVE.includes(name) && typeof value === "number" ? [name, IAT + value] : [name, value]
    )
    const many = Array.from(
      { length: groups ?? 0 },
      (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`
    )
    const payload = {
      ...claims,
      iss: issuer,
      ...Object.fromEntries(times),
      ...(groups === undefined ? {} : { groups: many })
    }
    const pair = pairOf(by)
    const head = { kid: undefined, ...header }
    const found = yield* identify(token(pair, payload, head))
    const attacker = MAKERS[pair.alg === "EdDSA" ? "ed" : pair.alg === "ES256" ? "ec" : "rsa"](`attacker of ${by}`)
    const forged = yield* identify(token(attacker, payload, head))
    const identity = typeof found === "string" ? found : { audience: found.audience, subject: found.subject }
    return { identity, forged: typeof forged === "string" ? "refused" : "accepted" }
  }).pipe(Effect.scoped, Effect.provide(Logger.layer([])), Effect.runPromise)
)
