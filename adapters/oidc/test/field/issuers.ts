import { claims, ec, IAT, type Pair, rsa } from "@countersign/harness/issuer"

/**
 * Key sets and tokens in the shapes that issuers publish. Keys, ids and names are made here;
 * only the members, their order and their odd values follow what is public.
 */
export interface FieldIssuer {
  readonly name: string
  readonly odd: string
  readonly issuer: string
  /** The client ids that the host configures. */
  readonly audiences: ReadonlyArray<string>
  readonly keys: ReadonlyArray<object>
  /** The key that signs, the header of the token without `alg`, and its claims. */
  readonly by: Pair
  readonly header: object
  readonly claims: object
  /** The audience of the identity. */
  readonly audience: string
}

const first = rsa("1f0c")
const second = rsa("9b21")
const point = ec("p-1")
const other = ec("p-2")

const without = (jwk: object, ...names: ReadonlyArray<string>) =>
  Object.fromEntries(Object.entries(jwk).filter(([name]) => !names.includes(name)))
const bare = (pair: Pair) => without(pair.jwk, "alg", "use", "kid")
const certificate = { x5c: ["MIIDBTCCAe2gAwIBAgIQ"], x5t: "q-23falevZhhD3hm9CQbkP5MQyU" }

const made = (
  name: string,
  odd: string,
  issuer: string,
  { audiences = ["app"], audience = "app", by = first, ...rest }: Partial<FieldIssuer> & Pick<FieldIssuer, "keys">
): FieldIssuer => ({
  name,
  odd,
  issuer,
  audiences,
  audience,
  by,
  header: { typ: "JWT", kid: by.kid },
  ...rest,
  claims: { ...claims, iss: issuer, aud: audience, ...rest.claims }
})

export const FIELD_ISSUERS: ReadonlyArray<FieldIssuer> = [
  made("Google", "azp of the phone's app, two keys", "https://accounts.google.com", {
    keys: [first.jwk, second.jwk],
    claims: { azp: "android-app", email: "ada@example.com", email_verified: true, at_hash: "x" }
  }),
  made("Apple", "no typ, email_verified as a text", "https://appleid.apple.com", {
    keys: [second.jwk, first.jwk, rsa("f1Cx").jwk],
    header: { kid: first.kid },
    claims: { email_verified: "true", is_private_email: "true", nonce_supported: true }
  }),
  made("Microsoft Entra", "no alg in keys, 150 groups", "https://login.microsoftonline.com/9188040d/v2.0", {
    keys: [
      { ...without(first.jwk, "alg"), ...certificate, issuer: "https://login.microsoftonline.com/{tenantid}/v2.0" },
      without(second.jwk, "alg")
    ],
    header: { typ: "JWT", kid: first.kid, x5t: first.kid },
    claims: {
      nbf: IAT,
      ver: "2.0",
      groups: Array.from({ length: 150 }, (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`)
    }
  }),
  made("Auth0", "certificates beside the keys, two audiences", "https://tenant.eu.auth0.com/", {
    audiences: ["api", "app"],
    keys: [
      { ...first.jwk, ...certificate },
      { ...second.jwk, ...certificate }
    ],
    claims: { aud: ["app", "api"], azp: "app" },
    audience: "api"
  }),
  made("Okta", "null members", "https://tenant.okta.com/oauth2/default", {
    keys: [{ ...first.jwk, key_ops: null, x5c: null, x5u: null, crv: null, x: null, y: null, k: null, d: null }],
    header: { kid: first.kid },
    claims: { amr: ["pwd"], idp: "00o", auth_time: IAT }
  }),
  made("Cognito", "no typ, cognito claims", "https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_X", {
    keys: [second.jwk, first.jwk],
    header: { kid: first.kid },
    claims: { token_use: "id", "cognito:username": "ada", "cognito:groups": ["a"] }
  }),
  made("Keycloak", "a key for encryption beside the signing key", "https://sso.example.com/realms/shop", {
    keys: [
      { ...second.jwk, ...certificate, use: "enc", alg: "RSA-OAEP" },
      { ...first.jwk, ...certificate, "x5t#S256": "x" }
    ],
    claims: { azp: "app", typ: "ID", acr: "1", sid: "s" }
  }),
  made("Salesforce", "members of another kty, of odd types", "https://login.salesforce.example", {
    keys: [{ ...first.jwk, crv: 0, x: false, y: {}, x5c: "MIID", oth: [{ r: "AA" }] }],
    claims: { custom_attributes: {}, picture: "https://x" }
  }),
  made("Firebase", "empty members", "https://securetoken.google.com/project", {
    keys: [
      { ...first.jwk, key_ops: [], x5c: [], x5t: "" },
      { ...second.jwk, key_ops: [] }
    ],
    claims: { firebase: { identities: {}, sign_in_provider: "custom" }, auth_time: IAT }
  }),
  made("Clerk", "iat and nbf a moment ahead", "https://clerk.example.com", {
    keys: [first.jwk],
    claims: { iat: IAT + 3, nbf: IAT + 3, azp: "https://app.example.com" }
  }),
  made("GitLab", "the same key twice under one kid", "https://gitlab.com", {
    keys: [first.jwk, first.jwk, second.jwk],
    claims: { groups_direct: ["a/b"], preferred_username: "ada" }
  }),
  made("Ping", "one kid for an RSA and an EC key", "https://auth.pingone.eu/env/as", {
    keys: [first.jwk, { ...point.jwk, kid: first.kid }],
    claims: { env: "env", org: "org", "p1.region": "EU" }
  }),
  made("OneLogin", "neither alg nor use", "https://tenant.onelogin.com/oidc/2", {
    keys: [{ ...bare(first), kid: first.kid }],
    claims: { params: {}, at_hash: "x" }
  }),
  made("Supabase", "EC with ext and key_ops", "https://project.supabase.co/auth/v1", {
    by: point,
    keys: [
      { ...point.jwk, ext: true, key_ops: ["verify"] },
      { ...other.jwk, ext: true, key_ops: ["verify"] }
    ],
    claims: { role: "authenticated", aal: "aal1", is_anonymous: false }
  }),
  made("WorkOS", "two keys of one algorithm under one kid while they rotate", "https://api.workos.com", {
    keys: [
      { ...second.jwk, kid: first.kid, ...certificate },
      { ...first.jwk, ...certificate }
    ],
    claims: { sid: "session", org_id: "org" }
  }),
  made("Zitadel", "all projects of the tenant as audiences", "https://tenant.zitadel.cloud", {
    audiences: ["9", "app"],
    keys: [{ ...first.jwk, kid: "282738473" }, second.jwk],
    header: { kid: "282738473" },
    claims: { aud: ["app", "9"], azp: "app", client_id: "app", amr: ["user"] },
    audience: "9"
  }),
  made("A directory server", "one key without a kid, named by no token", "https://fs.example.com/adfs", {
    keys: [{ ...bare(first), use: "sig", kid: "" }],
    header: { typ: "JWT" },
    claims: { upn: "ada" }
  }),
  made("A directory server of a company", "a kid in the token, none in the key", "https://id.example.com", {
    keys: [bare(first), point.jwk],
    claims: { pwd_exp: "1" }
  }),
  made("A game platform", "no kid in the token, one key that fits", "https://id.example.tv/oauth2", {
    keys: [{ ...first.jwk, kid: "1" }, point.jwk],
    header: { typ: "JWT", kid: null }
  }),
  made("A messenger", "an unusable entry of each sort beside the key", "https://access.example.me", {
    by: point,
    keys: [
      { kty: "oct", kid: "s", k: "AAAA" },
      { ...other.privateKey.export({ format: "jwk" }), kid: "private" },
      { kty: "AKP", kid: "future", alg: "ML-DSA-44", pub: "AAAA" },
      { ...point.jwk, y: point.jwk.x, kid: "off the curve" },
      { ...first.jwk, n: 1 },
      point.jwk
    ]
  })
]
