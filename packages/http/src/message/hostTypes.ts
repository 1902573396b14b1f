import type { Reply } from "./Reply.ts"

/** Request headers by lower-case name. Repeated headers are joined with commas. */
export type CallHeaders = Readonly<Record<string, string>>

/** The reason why a body cannot be read. */
export type BodyFault = "BodyMalformed" | "BodyAlreadyRead" | "BodyTooLarge"

/** A request in the form that the web handler and the Node bridge share. */
export interface Call {
  /** The method, in upper case. */
  readonly method: string
  /** The path and query as the request line has them, neither decoded nor normalized. */
  readonly target: string
  /** By lower-case name. */
  readonly headers: CallHeaders
  /** Reads the body, at most once. Returns `BodyTooLarge` for more than `limit` bytes, without reading the rest. */
  readonly body: (limit: number) => Promise<Uint8Array | BodyFault>
  /** Calls `gone` when the client disconnects. Returns a function that removes the listener. */
  readonly onDisconnect: (disconnected: () => void) => () => void
  /** The user that `forUser` has authenticated, in place of an API token. */
  readonly user?: WalletUser
  /** The visitor of `forVisitor` whom it knows no user for, in place of both. */
  readonly visitor?: Visitor
}

/** Someone who signs in to a platform, at the network address of their device: each address has rate limits of its own. */
export interface Visitor extends Omit<WalletUser, "customerId"> {
  readonly address?: string | undefined
}

/** The end user of a wallet, as the platform has authenticated them. */
export interface WalletUser {
  readonly platformId: string
  readonly mode: "sandbox" | "production"
  /** `Customer:<uuid>`. The user's calls can name only objects of this customer. */
  readonly customerId: string
}

/** Returns the user of a request by your own sign-in, or `undefined` or `null` if no user is signed in. */
export type UserOf = (request: Request) => Promise<WalletUser | null | undefined> | WalletUser | null | undefined

/** The options of `forUser`. */
export interface ForUserOptions {
  /** Other origins whose pages may call, with CORS, such as `https://app.example.com`. Default: only the serving origin. */
  readonly origins?: ReadonlyArray<string>
  /** Returns the network address of the end user's device, which is listed with the session that it opens. */
  readonly addressOf?: (request: Request) => string | undefined
}

/** Your user of a visitor. */
export interface SignedInVisitor extends Pick<WalletUser, "customerId"> {
  /** `InternalAccount:<uuid>`, the embedded wallet. */
  readonly accountId: string
  /** The headers of the answer, such as a `set-cookie` with the session of your own sign-in. */
  readonly headers?: HeadersInit
}

/** The proof of a visitor: the address of a code, or the wallet of a passkey or an identity. */
export type VisitorProof = Only<"email", "accountId" | "customerId"> | Only<"accountId" | "customerId", "email">
type Only<Given extends string, Not extends string> = Readonly<Record<Given, string>> &
  Readonly<Partial<Record<Not, never>>>

/** A visitor who has proven an address or a wallet. */
export type ProvenVisitor = VisitorProof & {
  readonly request: Request
  /**
   * For a platform without users of its own. The owner of the passkey's wallet, or the customer with the address as `platformCustomerId`,
   * in lower case, who is created on the first sign-in. `undefined` when that customer has replaced the address.
   */
  readonly owner: () => Promise<SignedInVisitor | undefined>
}

/** The options of `forVisitor`. */
export interface ForVisitorOptions extends ForUserOptions, Omit<WalletUser, "customerId"> {
  /**
   * Finds your user of a proven address, or creates one; after a passkey or an identity, finds the user of the wallet. Returns `undefined`
   * or `null` to refuse the visitor. If it fails, the visitor starts again. The local part of `email` is as the visitor typed it.
   */
  readonly signIn: (visitor: ProvenVisitor) => Promise<SignedInVisitor | null | undefined>
  /** As `signIn`, for an identity that no wallet has. A wallet without credentials gets it. Never find the user by `email` alone. */
  readonly signUp?: ((visitor: VisitorIdentity) => Promise<SignedInVisitor | null | undefined>) | undefined
}

/** Who a visitor is at an OpenID Connect issuer: `issuer` and `subject` together. `email` only if the issuer has verified it. */
export type VisitorIdentity = Pick<ProvenVisitor, "request"> &
  Readonly<Record<"audience" | "issuer" | "subject", string> & Partial<Record<"email", string>>>

/** The names of the stamp header. The document shows `name`; aliases are accepted too. */
export interface SignatureHeader {
  readonly name: string
  readonly aliases?: ReadonlyArray<string>
}

/** Any JSON value. */
export type JsonValue = null | boolean | number | string | ReadonlyArray<JsonValue> | JsonFields

/** A JSON object. */
export interface JsonFields {
  readonly [name: string]: JsonValue
}

/** A call to an endpoint of the host, read with the same strict rules as a call to the API. */
export interface HostCall {
  readonly method: string
  /** The path as the client requested it, with its query. */
  readonly path: string
  /** The parsed body; `null` when the request has none. */
  readonly body: JsonValue
  readonly headers: Headers
}

/** The result of a guard: an answer to send as it is, or the value that it grants to the host's handler. */
export type Guarded<A, Answer = Response> =
  | { readonly answer: Answer; readonly granted: undefined }
  | { readonly answer: undefined; readonly granted: A }

/** The result before its conversion into web objects, which a host on Node does not need. */
export type Checked<A> = Guarded<A, Reply | Response>

/** Replies to a call with a document that is the same for all callers. */
export type Document = (call: Call) => Promise<Reply>
