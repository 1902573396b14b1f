/** What a client asks of the authorization endpoint (RFC 6749 section 4.1.1, RFC 7636, OpenID Connect Core 3.1.2.1). */
export interface Authorization {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string | undefined
  readonly codeChallenge: string
}

/** The one client there is: the page. */
export interface RegisteredClient {
  readonly clientId: string
  readonly redirectUris: ReadonlyArray<string>
}

/** The parts of an authorization request, or a sentence on what is wrong with it. */
export const authorizationOf = (
  query: URLSearchParams,
  { clientId, redirectUris }: RegisteredClient
): Authorization | string => {
  const redirectUri = query.get("redirect_uri") ?? ""
  const state = query.get("state") ?? ""
  const codeChallenge = query.get("code_challenge") ?? ""
  if (query.get("client_id") !== clientId) return "The client is not known here."
  if (!redirectUris.includes(redirectUri)) return "The client has no such redirect_uri."
  if (query.get("response_type") !== "code") return "There is one response_type here: code."
  if (!(query.get("scope") ?? "").split(" ").includes("openid")) return "The scope must have openid in it."
  if (state === "") return "A state is needed."
  if (query.get("code_challenge_method") !== "S256" || !/^[A-Za-z0-9_-]{43}$/u.test(codeChallenge)) {
    return "A code_challenge of the method S256 is needed."
  }
  return { redirectUri, state, nonce: query.get("nonce") ?? undefined, codeChallenge }
}
