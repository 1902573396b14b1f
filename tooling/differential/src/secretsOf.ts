import type { CountersignOptions } from "countersign"
import type { Recorded } from "./Recording.ts"

/** A secret that must not occur anywhere, with its kind. */
export interface Secret {
  readonly kind: string
  readonly value: Uint8Array
}

/** The keys of a service as bytes. Every spelling of them is searched for. */
export const keysOf = ({ keys }: CountersignOptions): ReadonlyArray<Secret> =>
  [
    ...listed("vault key", keys?.vault),
    ...listed("service key", keys?.service),
    ...listed("wallets key", keys?.wallets),
    ...listed("webhook key", keys?.webhooks)
  ].map(({ hex, kind }) => ({ kind, value: Buffer.from(hex, "hex") }))

const listed = (kind: string, given: string | ReadonlyArray<string> = []) =>
  [given].flat().map((hex) => ({ kind, hex }))

/** The secrets that callers sent: the secret of their token, and the secret fields of a body by name. */
export const secretsOf = ({ body, headers }: Recorded): ReadonlyArray<Secret> => {
  const authorization = headers.find(([name]) => name === "authorization")?.[1] ?? ""
  return [...tokenSecrets(authorization), ...fieldsOf(parsed(body), SENT)]
}

/** The texts that callers sent in non-secret fields of a body and in the path. */
export const openTextsOf = ({ body, target }: Recorded): ReadonlyArray<string> => [
  target,
  ...textsOf(parsed(body)).flatMap(({ name, text }) => (SENT.has(name) ? [] : [text]))
]

/** The secrets that a response delivered once to its caller. */
export const deliveredBy = (answer: string): ReadonlyArray<Secret> => fieldsOf(json(answer), DELIVERED)

const tokenSecrets = (authorization: string): ReadonlyArray<Secret> => {
  const [, credentials = ""] = /^Basic (.+)$/u.exec(authorization) ?? []
  const secret = Buffer.from(credentials, "base64").toString("utf8").split(":").slice(1).join(":")
  return [
    { kind: "API secret", value: Buffer.from(secret) },
    { kind: "API credentials as sent", value: Buffer.from(credentials) }
  ]
}

/** The secret fields of request bodies, with the kind of their contents. */
const SENT = new Map([
  ["oidcToken", "identity token"],
  ["encryptedOtpBundle", "sealed code"],
  ["accountNumber", "account number"],
  ["iban", "account number"],
  ["clabeNumber", "account number"],
  ["pixKey", "account number"],
  ["vpa", "account number"],
  ["documentNumber", "document"],
  ["taxId", "tax id"],
  ["registrationNumber", "registration"],
  ["identifier", "document"],
  ["fullName", "name"],
  ["line1", "address"],
  ["phoneNumber", "telephone number"]
])
const DELIVERED = new Map([
  ["clientSecret", "API secret"],
  ["secret", "webhook secret"],
  ["encryptedSessionSigningKey", "sealed session key"],
  ["encryptedMnemonic", "sealed wallet words"]
])

const fieldsOf = (value: unknown, names: ReadonlyMap<string, string>): ReadonlyArray<Secret> =>
  textsOf(value).flatMap(({ name, text }) => {
    const kind = names.get(name)
    return kind === undefined ? [] : [{ kind, value: Buffer.from(text) }]
  })

/** Every string of a value with the name of its field. Iterative, because some bodies are deeper than any stack. */
const textsOf = (value: unknown): ReadonlyArray<{ readonly name: string; readonly text: string }> => {
  const found: Array<{ readonly name: string; readonly text: string }> = []
  const left: Array<readonly [string, unknown]> = [["", value]]
  while (left.length > 0) {
    const [name, next] = left.pop() ?? ["", undefined]
    if (typeof next === "string") found.push({ name, text: next })
    if (typeof next === "object" && next !== null) for (const entry of Object.entries(next)) left.push(entry)
  }
  return found
}

const parsed = (body: string | undefined): unknown =>
  body === undefined ? undefined : json(Buffer.from(body, "base64").toString("utf8"))

/** A text that is not JSON has no fields. */
const json = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
