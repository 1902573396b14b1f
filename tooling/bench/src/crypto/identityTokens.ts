import { generateKeyPairSync, sign, verify } from "node:crypto"
import { IdentityTokens } from "@countersign/core"
import { oidcTokens } from "@countersign/oidc"
import { Effect } from "effect"
import { createLocalJWKSet, jwtVerify } from "jose"
import { all, type Comparison, portOf } from "./Contender.ts"

/** Verifies identity tokens of one issuer, signed with RS256: sequentially, and concurrently. */
export const identityTokens = async (): Promise<ReadonlyArray<Comparison>> => {
  const issuedAt = Math.floor(Date.now() / 1000)
  const tokens = Array.from({ length: 64 }, (_, user) =>
    signed({ iss: ISSUER, aud: AUDIENCE, sub: `user-${user}`, iat: issuedAt, exp: issuedAt + 3_600 })
  )
  const keySet = { keys: [{ ...publicKey.export({ format: "jwk" }), kid: "1", alg: "RS256", use: "sig" }] }
  const issuer = { issuer: ISSUER, jwksUri: `${ISSUER}/keys`, audiences: [AUDIENCE] }
  const { identify } = await portOf(
    IdentityTokens,
    oidcTokens({ issuers: [issuer], fetch: async () => Response.json(keySet) })
  )
  const keys = createLocalJWKSet(keySet)

  const ours = async (token: string) =>
    (await Effect.runPromise(identify(token, issuedAt * 1000))).subject.startsWith("user-")
  const jose = async (token: string) => {
    const { payload } = await jwtVerify(token, keys, { issuer: ISSUER, audience: AUDIENCE, algorithms: ["RS256"] })
    return payload.sub?.startsWith("user-") === true
  }
  const jobs: ReadonlyArray<readonly [string, number]> = [
    ["read an identity token, RS256", 1],
    ["read an identity token, RS256, 16 in flight", 16]
  ]
  return jobs.map(([job, inFlight]) => {
    const ready = (holds: (token: string) => boolean | Promise<boolean>) => async (times: number) =>
      all(
        Array.from({ length: times }, (_, at) => tokens[at % tokens.length] ?? ""),
        holds,
        inFlight
      )
    return {
      job,
      ours: { name: "countersign", ready: ready(ours) },
      others: [
        { name: "jose", ready: ready(jose) },
        { name: "node:crypto, the signature alone", ready: ready(bare) }
      ]
    }
  })
}

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })

const signed = (claims: object): string => {
  const text = [{ alg: "RS256", typ: "JWT", kid: "1" }, claims].map(segment).join(".")
  return `${text}.${sign("sha256", Buffer.from(text), privateKey).toString("base64url")}`
}

const segment = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url")

const bare = (token: string): boolean => {
  const end = token.lastIndexOf(".")
  return verify("sha256", Buffer.from(token.slice(0, end)), publicKey, Buffer.from(token.slice(end + 1), "base64url"))
}

const ISSUER = "https://issuer.test"
const AUDIENCE = "app"
