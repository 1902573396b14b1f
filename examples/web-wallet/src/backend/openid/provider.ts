import { createHash, randomBytes } from "node:crypto"
import express, { Router } from "express"
import { exportJWK, generateKeyPair, SignJWT } from "jose"
import { headersOf } from "../site.ts"

/** The identities of the local provider. */
const people: ReadonlyArray<{ readonly sub: string; readonly name: string; readonly email: string }> = [
  { sub: "ada", name: "Ada Lovelace", email: "ada@id.example" },
  { sub: "grace", name: "Grace Hopper", email: "grace@id.example" }
]

/** The page to pick an identity. It requires no password: the provider is for local development only. */
const consentPage = (query: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Local identity provider</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="style.css" />
  </head>
  <body>
    <main>
      <h1>Choose an identity</h1>
      <p>The wallet page requests your name and e-mail address from this local provider.</p>
      <form method="post" action="authorize?${escaped(query)}">
        ${people
          .map(
            ({ email, name, sub }) =>
              `<button name="sub" value="${sub}"><strong>Continue as ${name}</strong><span>${email}</span></button>`
          )
          .join("\n        ")}
        <button class="quiet" name="sub" value="">Cancel</button>
      </form>
    </main>
  </body>
</html>
`

const CONSENT_STYLE = `:root { color-scheme: light dark; --ink: light-dark(#182020, #e8ecea); --paper: light-dark(#f4f2ec, #101514);
  --line: light-dark(#7d8886, #6f7d7a); --sheet: light-dark(#fff, #1a2120); --accent: light-dark(#0b5a52, #7fd1c1); }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
main { box-sizing: border-box; width: min(100%, 24rem); padding: 1.5rem; }
h1 { margin: 0 0 .5rem; font-size: 1.5rem; }
p { margin: 0 0 1.25rem; }
form { display: grid; gap: .6rem; }
button { display: grid; gap: .1rem; min-height: 3.25rem; padding: .6rem 1rem; text-align: start; font: inherit;
  color: inherit; background: var(--sheet); border: 1px solid var(--line); border-radius: .5rem; cursor: pointer; }
button.quiet { min-height: 2.75rem; place-content: center; background: transparent; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
`

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")

/** The parameters of an authorization request (RFC 6749 section 4.1.1, RFC 7636, OpenID Connect Core 3.1.2.1). */
interface Authorization {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string | undefined
  readonly codeChallenge: string
}

/** The only registered client: the wallet page. */
interface RegisteredClient {
  readonly clientId: string
  readonly redirectUris: ReadonlyArray<string>
}

/** Returns the parts of an authorization request, or a sentence that describes its error. */
const authorizationOf = (
  query: URLSearchParams,
  { clientId, redirectUris }: RegisteredClient
): Authorization | string => {
  const redirectUri = query.get("redirect_uri") ?? ""
  const state = query.get("state") ?? ""
  const codeChallenge = query.get("code_challenge") ?? ""
  if (query.get("client_id") !== clientId) return "The client_id is unknown."
  if (!redirectUris.includes(redirectUri)) return "The redirect_uri is not registered for this client."
  if (query.get("response_type") !== "code") return "The only supported response_type is code."
  if (!(query.get("scope") ?? "").split(" ").includes("openid")) return "The scope must include openid."
  if (state === "") return "The state parameter is required."
  if (query.get("code_challenge_method") !== "S256" || !/^[A-Za-z0-9_-]{43}$/u.test(codeChallenge)) {
    return "A code_challenge with method S256 is required."
  }
  return { redirectUri, state, nonce: query.get("nonce") ?? undefined, codeChallenge }
}

/** The authorization and the identity that a code was issued for. */
interface Grant extends Authorization {
  readonly sub: string
}

/** The issued authorization codes. Each is single-use, expires after a minute, and requires the PKCE verifier. */
const makeCodes = (now: () => number = Date.now) => {
  const out = new Map<string, { readonly grant: Grant; readonly until: number }>()
  return {
    issue: (grant: Grant): string => {
      for (const [code, { until }] of out) if (until <= now()) out.delete(code)
      const code = randomBytes(32).toString("base64url")
      out.set(code, { grant, until: now() + 60_000 })
      return code
    },
    take: (code: string, verifier: string, redirectUri: string): Grant | undefined => {
      const issued = out.get(code)
      out.delete(code)
      if (issued === undefined || issued.until <= now()) return undefined
      const challenge = createHash("sha256").update(verifier).digest("base64url")
      const { grant } = issued
      return grant.codeChallenge === challenge && grant.redirectUri === redirectUri ? grant : undefined
    }
  }
}

/** The client id of the wallet page. */
export const CLIENT_ID = "web-wallet"

export interface ProviderOptions {
  /** The URL under which the provider is mounted. */
  readonly issuer: string
  readonly redirectUris: ReadonlyArray<string>
  /** Milliseconds since the epoch by the sandbox clock. Countersign verifies the tokens by that clock. */
  readonly now: () => Promise<number>
}

/** A small OpenID provider: discovery, keys, the authorization code flow with PKCE, and a page to pick an identity. */
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
    const authorization = authorizationOf(query, client)
    if (typeof authorization === "string") return void response.status(400).type("text").send(authorization)
    response.send(consentPage(query.toString()))
  })
  router.post("/authorize", express.urlencoded({ extended: false }), (request, response) => {
    const authorization = authorizationOf(queryOf(request.url), client)
    if (typeof authorization === "string") return void response.status(400).type("text").send(authorization)
    const person = people.find(({ sub }) => sub === request.body.sub)
    const result =
      person === undefined ? { error: "access_denied" } : { code: codes.issue({ ...authorization, sub: person.sub }) }
    response.redirect(
      303,
      `${authorization.redirectUri}?${new URLSearchParams({ ...result, state: authorization.state, iss: issuer })}`
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
    const nonce = grant.nonce === undefined ? {} : { nonce: grant.nonce }
    const idToken = await new SignJWT({ email, email_verified: true, name, ...nonce })
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

/** The discovery document (OpenID Connect Discovery, section 3). */
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
