import { randomBytes } from "node:crypto"
import express, { Router } from "express"
import { exportJWK, generateKeyPair, SignJWT } from "jose"
import { headersOf } from "../guarded.ts"
import { authorizationOf } from "./authorization.ts"
import { makeCodes } from "./codes.ts"
import { CONSENT_STYLE, consentPage } from "./consentPage.ts"
import { people } from "./people.ts"

/** The page, as the provider knows it. */
export const CLIENT_ID = "web-wallet"

export interface ProviderOptions {
  /** Where it is mounted. */
  readonly issuer: string
  readonly redirectUris: ReadonlyArray<string>
  /** Milliseconds since the epoch, by the sandbox: that is the clock its tokens are judged by. */
  readonly now: () => Promise<number>
}

/** A small OpenID provider: discovery, keys, the authorization code flow with PKCE, and a page that asks who is there. */
export const openIdProvider = async ({ issuer, now, redirectUris }: ProviderOptions): Promise<Router> => {
  const { privateKey, publicKey } = await generateKeyPair("ES256")
  const kid = randomBytes(8).toString("hex")
  const keys = [{ ...(await exportJWK(publicKey)), kid, use: "sig", alg: "ES256" }]
  const client = { clientId: CLIENT_ID, redirectUris }
  const codes = makeCodes()
  const router = Router()
  router.use((_, response, next) => {
    response.set(headersOf("'self'"))
    next()
  })
  router.get("/.well-known/openid-configuration", (_, response) => void response.json(discoveryOf(issuer)))
  router.get("/jwks", (_, response) => void response.json({ keys }))
  router.get("/style.css", (_, response) => void response.type("css").send(CONSENT_STYLE))

  router.get("/authorize", (request, response) => {
    const query = queryOf(request.url)
    const asked = authorizationOf(query, client)
    if (typeof asked === "string") return void response.status(400).type("text").send(asked)
    response.send(consentPage(query.toString()))
  })
  router.post("/authorize", express.urlencoded({ extended: false }), (request, response) => {
    const asked = authorizationOf(queryOf(request.url), client)
    if (typeof asked === "string") return void response.status(400).type("text").send(asked)
    const person = people.find(({ sub }) => sub === request.body.sub)
    const result =
      person === undefined ? { error: "access_denied" } : { code: codes.issue({ ...asked, sub: person.sub }) }
    response.redirect(
      303,
      `${asked.redirectUri}?${new URLSearchParams({ ...result, state: asked.state, iss: issuer })}`
    )
  })
  router.post("/token", express.urlencoded({ extended: false }), async (request, response) => {
    const { client_id, code, code_verifier, grant_type, redirect_uri } = request.body
    response.set("cache-control", "no-store")
    const isClient = client_id === CLIENT_ID && grant_type === "authorization_code"
    const grant = isClient ? codes.take(String(code), String(code_verifier), String(redirect_uri)) : undefined
    const person = people.find(({ sub }) => sub === grant?.sub)
    if (grant === undefined || person === undefined) return void response.status(400).json({ error: "invalid_grant" })
    const at = Math.floor((await now()) / 1000)
    const { email, name, sub } = person
    const idToken = await new SignJWT({ email, name, ...(grant.nonce === undefined ? {} : { nonce: grant.nonce }) })
      .setProtectedHeader({ alg: "ES256", kid, typ: "JWT" })
      .setIssuer(issuer)
      .setAudience(CLIENT_ID)
      .setSubject(sub)
      .setIssuedAt(at)
      .setExpirationTime(at + 300)
      .sign(privateKey)
    const accessToken = randomBytes(32).toString("base64url")
    response.json({ access_token: accessToken, token_type: "Bearer", expires_in: 300, id_token: idToken })
  })
  return router
}

/** OpenID Connect Discovery section 3. */
const discoveryOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ["code"],
  grant_types_supported: ["authorization_code"],
  subject_types_supported: ["public"],
  id_token_signing_alg_values_supported: ["ES256"],
  scopes_supported: ["openid", "email"],
  token_endpoint_auth_methods_supported: ["none"],
  code_challenge_methods_supported: ["S256"],
  authorization_response_iss_parameter_supported: true
})

const queryOf = (url: string): URLSearchParams => new URL(url, "http://path.invalid").searchParams
