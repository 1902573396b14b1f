import {
  constants,
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign as nodeSign
} from "node:crypto"
import type { RequestListener } from "node:http"
import { IdentityTokens, type PlatformIssuers } from "@countersign/core"
import { type Issuer, type OidcOptions, oidcTokens } from "@countersign/oidc"
import { encodeBase64Url, encodeUtf8 } from "@countersign/wire"
import { Context, Effect, Layer } from "effect"
import { listening } from "./listening.ts"

/** One instant in seconds and milliseconds. Tokens are verified at this time, and key sets by the test clock. */
export const IAT = 1_700_000_000
export const NOW = IAT * 1000

/** A key pair and how its public half is published. */
export type Pair = ReturnType<typeof pair>

const pair = (kid: string, alg: string, keys: { readonly privateKey: KeyObject; readonly publicKey: KeyObject }) => ({
  kid,
  alg,
  ...keys,
  jwk: { ...keys.publicKey.export({ format: "jwk" }), kid, alg, use: "sig" }
})

export const rsa = (kid: string, alg = "RS256", modulusLength = 2048, publicExponent = 65537) =>
  pair(kid, alg, generateKeyPairSync("rsa", { modulusLength, publicExponent }))

const CURVES: Readonly<Record<string, string>> = { ES256: "P-256", ES384: "P-384", ES512: "P-521" }
export const ec = (kid: string, alg = "ES256") =>
  pair(kid, alg, generateKeyPairSync("ec", { namedCurve: CURVES[alg]! }))

/** With a seed of 32 bytes, the same key each time. RFC 8410 section 7: the bytes before a seed in PKCS #8. */
export const ed = (kid: string, seed?: Uint8Array) => {
  if (seed === undefined) return pair(kid, "EdDSA", generateKeyPairSync("ed25519"))
  const key = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), seed])
  const privateKey = createPrivateKey({ key, format: "der", type: "pkcs8" })
  return pair(kid, "EdDSA", { privateKey, publicKey: createPublicKey(privateKey) })
}

/** The signature of an algorithm, made without the library that is to verify it. */
export const signature = (alg: string, data: string, key: KeyObject): Uint8Array => {
  const hash = `sha${alg.slice(2)}`
  const bytes = encodeUtf8(data)
  if (alg === "EdDSA") return nodeSign(null, bytes, key)
  if (alg.startsWith("ES")) return nodeSign(hash, bytes, { key, dsaEncoding: "ieee-p1363" })
  if (alg.startsWith("RS")) return nodeSign(hash, bytes, key)
  const saltLength = constants.RSA_PSS_SALTLEN_DIGEST
  return nodeSign(hash, bytes, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength })
}

export const hs256 = (data: string, secret: string): Uint8Array => createHmac("sha256", secret).update(data).digest()

export const segment = (value: unknown): string =>
  encodeBase64Url(encodeUtf8(typeof value === "string" ? value : JSON.stringify(value)))

/** A token with the signature that `sign` returns, which may be any bytes. */
export const tokenOf = (header: unknown, payload: unknown, sign: (signed: string) => Uint8Array): string => {
  const signed = `${segment(header)}.${segment(payload)}`
  return `${signed}.${encodeBase64Url(sign(signed))}`
}

/** A token that `by` signs with its own algorithm, independent of the header. */
export const token = (by: Pair, payload: unknown, header: object = {}): string =>
  tokenOf({ alg: by.alg, typ: "JWT", kid: by.kid, ...header }, payload, (signed) =>
    signature(by.alg, signed, by.privateKey)
  )

/** A key set server on loopback, whose response a test can change. It closes after the test. */
export const server = (...keys: ReadonlyArray<object>) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const state = { hits: 0, connections: 0, keys, answer: undefined as RequestListener | undefined }
      const { close, port, server } = await listening((request, response) => {
        state.hits += 1
        if (state.answer !== undefined) return state.answer(request, response)
        response.setHeader("content-type", "application/json").end(JSON.stringify({ keys: state.keys }))
      })
      server.on("connection", () => {
        state.connections += 1
      })
      return Object.assign(state, { url: `http://127.0.0.1:${port}`, close })
    }),
    ({ close }) => Effect.promise(close)
  )

/** The configuration of an issuer with this server. */
export const issuerAt = (url: string, rest: Partial<Issuer> = {}): Issuer => ({
  issuer: "https://issuer.test",
  jwksUri: `${url}/keys`,
  audiences: ["app"],
  ...rest
})

/** The claims of a good token of {@link issuerAt}. */
export const claims = { iss: "https://issuer.test", aud: "app", sub: "ada", iat: IAT, exp: IAT + 3600 }

/** Verifies tokens until the test ends. Returns the claims or the name of the error. Waits a minute for a busy machine (GT12). */
export const reader = Effect.fnUntraced(function* (options: OidcOptions) {
  const { identify } = Context.get(yield* Layer.build(oidcTokens({ timeout: 60_000, ...options })), IdentityTokens)
  return (text: string, at = NOW, platform?: PlatformIssuers) =>
    identify(text, at, platform).pipe(
      Effect.catchTags({
        OidcTokenMalformed: () => Effect.succeed("malformed" as const),
        OidcTokenRefused: ({ check }) => Effect.succeed(check),
        IssuerUnavailable: () => Effect.succeed("unavailable" as const)
      })
    )
})
