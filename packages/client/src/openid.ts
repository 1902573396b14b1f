import type { Client } from "./createClient.ts"
import { SignInNotPendingError } from "./errors.ts"
import type { SignedInVisitor } from "./operations/visitorPasskeys.ts"

/** An OpenID Connect provider, and the app as it is registered there. */
export interface OpenIdProvider {
  /** The name in the button: "Google". */
  readonly name: string
  /** The issuer: "https://accounts.google.com". Its discovery document has the addresses of the redirect and of the token. */
  readonly issuer: string
  /** The client id of the app. `production.oidc` lists it in the `audiences` of the issuer. */
  readonly clientId: string
  /** The page that the provider returns to, which takes the answer. Default: the current one, without its query. */
  readonly redirectUri?: string
  /** Default: "openid email". */
  readonly scope?: string
  /** Other parameters of the redirect, such as `{ prompt: "select_account" }`. */
  readonly parameters?: Readonly<Record<string, string>>
  /**
   * Returns the ID token for a code, by a call of your backend. Required for a provider that expects a client secret.
   * Default: requests the token from the provider.
   */
  readonly redeem?: (code: OpenIdCode) => Promise<string>
}

/** The code, and the values that a token endpoint requires with it (RFC 6749 section 4.1.3, RFC 7636 section 4.5). */
export interface OpenIdCode {
  readonly code: string
  readonly codeVerifier: string
  readonly redirectUri: string
}

/** The provider did not sign the visitor in. `cause` is the error where it could not be reached. */
export class OpenIdError extends Error {
  override readonly name = "OpenIdError"
  /** The code of the provider, such as `access_denied`, or `invalid_answer`. */
  readonly code: string

  constructor(code: string, cause?: unknown) {
    super(`The OpenID provider did not sign the visitor in: ${code}`, cause === undefined ? undefined : { cause })
    this.code = code
  }
}

type SignsIn = Pick<Client, "visitors">

/** Leaves the page for that of the provider. Resolves if the visitor comes back without an answer, or stays. */
export const leaveForOpenId = async (client: SignsIn, provider: OpenIdProvider): Promise<void> => {
  const { clientId, issuer, parameters, scope = "openid email" } = provider
  const address = await endpointOf(provider, "authorization_endpoint")
  const { nonce, state } = await client.visitors.beginOidc()
  const verifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier))
  const uri = new URL(provider.redirectUri ?? location.pathname, location.href).href
  sessionStorage.setItem(keyOf(state), `${new URLSearchParams({ issuer, clientId, verifier, uri })}`)
  const request = {
    ...parameters,
    ...{ response_type: "code", client_id: clientId, redirect_uri: uri, scope, state, nonce },
    ...{ code_challenge: base64url(new Uint8Array(digest)), code_challenge_method: "S256" }
  }
  for (const [name, value] of Object.entries(request)) address.searchParams.set(name, value)
  location.assign(address)
  await new Promise((resolve) => {
    for (const type of ["pageshow", "pointerdown", "keydown"])
      addEventListener(type, resolve, { once: true, capture: true })
  })
}

/** The answer of a provider, and the redirect that it answers. */
export interface OpenIdAnswer {
  readonly answer: URLSearchParams
  /** Absent if the redirect began in another browser or tab, or was answered before. */
  readonly begun: URLSearchParams | undefined
}

/** Takes the answer for this provider out of the address of the page, so that it is used once. */
export const takeOpenIdAnswer = ({ clientId, issuer }: OpenIdProvider): OpenIdAnswer | undefined => {
  const answer = new URLSearchParams(location.search)
  const state = answer.get("state") ?? ""
  if (!state.startsWith("Session:") || !(answer.has("code") || answer.has("error"))) return undefined
  const stored = storedAt(keyOf(state))
  const begun = new URLSearchParams(stored ?? "")
  // Of another button on the page.
  if (stored !== null && (begun.get("issuer") !== issuer || begun.get("clientId") !== clientId)) return undefined
  if (stored !== null) sessionStorage.removeItem(keyOf(state))
  history.replaceState(history.state, "", location.pathname + new URL(begun.get("uri") ?? "/", location.href).search)
  return { answer, begun: stored === null ? undefined : begun }
}

/** A browser may deny storage, in which no redirect began then. */
const storedAt = (key: string): string | null => {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Signs the visitor in with the answer of a provider. Throws `OpenIdError`, and as `signInWithOidc` does. */
export const signInWithOpenId = async (
  client: SignsIn,
  provider: OpenIdProvider,
  { answer, begun }: OpenIdAnswer
): Promise<SignedInVisitor> => {
  if (begun === undefined) throw new SignInNotPendingError()
  const [code, error] = [answer.get("code"), answer.get("error")]
  if (code === null || error !== null) throw new OpenIdError(error ?? INVALID)
  // RFC 9207: another issuer has redirected to this page, and must not receive the code's answer.
  if ((answer.get("iss") ?? provider.issuer) !== provider.issuer) throw new OpenIdError(INVALID)
  const { redeem = redeemedBy(provider) } = provider
  const codeVerifier = begun.get("verifier") ?? ""
  const oidcToken = await redeem({ code, codeVerifier, redirectUri: begun.get("uri") ?? "" }).catch(rejected)
  return client.visitors.signInWithOidc({ state: answer.get("state") ?? "", oidcToken })
}

/** Requests the token as a client without a secret. */
const redeemedBy =
  (provider: OpenIdProvider) =>
  async ({ code, codeVerifier, redirectUri }: OpenIdCode): Promise<string> => {
    const body = new URLSearchParams({
      ...{ grant_type: "authorization_code", client_id: provider.clientId, redirect_uri: redirectUri },
      ...{ code, code_verifier: codeVerifier }
    })
    const answer = await json(await endpointOf(provider, "token_endpoint"), { method: "POST", body })
    const { id_token: token } = answer
    return typeof token === "string" ? token : rejected(answer.error)
  }

/** Reads an address of the provider (OpenID Connect Discovery 1.0, section 4). */
const endpointOf = async ({ issuer }: OpenIdProvider, name: string): Promise<URL> => {
  const document = await json(`${issuer.replace(/\/$/u, "")}/.well-known/openid-configuration`).catch(rejected)
  const address = document[name]
  const isOwn = document.issuer === issuer && typeof address === "string" && /^https?:\/\//u.test(address)
  return isOwn ? new URL(address) : rejected(`The discovery document of ${issuer} has another issuer, or no ${name}`)
}

const json = async (url: string | URL, init?: RequestInit): Promise<Readonly<Record<string, unknown>>> =>
  Object(await (await fetch(url, init)).json())

const rejected = (cause: unknown): never => {
  throw cause instanceof OpenIdError ? cause : new OpenIdError(INVALID, cause)
}

const INVALID = "invalid_answer"

const keyOf = (state: string): string => `countersign:openid:${state}`

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "")
