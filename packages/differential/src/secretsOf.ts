import type { CountersignOptions } from "countersign"
import type { Recorded } from "./Recording.ts"

/** What must turn up nowhere, and what it is. */
export interface Secret {
  readonly kind: string
  readonly value: Uint8Array
}

/** The keys of a service: their bytes, of which every spelling is looked for. */
export const keysOf = ({ keys }: CountersignOptions): ReadonlyArray<Secret> =>
  [
    ...listed("vault key", keys?.vault),
    ...listed("service key", keys?.service),
    ...listed("wallets key", keys?.wallets),
    ...listed("webhook key", keys?.webhooks)
  ].map(({ hex, kind }) => ({ kind, value: Buffer.from(hex, "hex") }))

const listed = (kind: string, given: string | ReadonlyArray<string> = []) =>
  [given].flat().map((hex) => ({ kind, hex }))

/** The secrets that callers sent: their token's, and by the name of its field whatever of a body is a secret. */
export const secretsOf = ({ body, headers }: Recorded): ReadonlyArray<Secret> => {
  const authorization = headers.find(([name]) => name === "authorization")?.[1] ?? ""
  return [...tokenSecrets(authorization), ...fieldsOf(parsed(body), SENT)]
}

/** The secrets that an answer delivered, once, to whoever asked. */
export const deliveredBy = (answer: string): ReadonlyArray<Secret> => fieldsOf(json(answer), DELIVERED)

const tokenSecrets = (authorization: string): ReadonlyArray<Secret> => {
  const [, credentials = ""] = /^Basic (.+)$/u.exec(authorization) ?? []
  const secret = Buffer.from(credentials, "base64").toString("utf8").split(":").slice(1).join(":")
  return [
    { kind: "API secret", value: Buffer.from(secret) },
    { kind: "API credentials as sent", value: Buffer.from(credentials) }
  ]
}

/** Fields of bodies, and what stands in them. */
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

/** Without recursion: some bodies are deeper than any stack. */
const fieldsOf = (value: unknown, names: ReadonlyMap<string, string>): ReadonlyArray<Secret> => {
  const found: Array<Secret> = []
  const left = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next !== "object" || next === null) continue
    for (const [name, field] of Object.entries(next)) {
      const kind = names.get(name)
      if (kind !== undefined && typeof field === "string") found.push({ kind, value: Buffer.from(field) })
      else left.push(field)
    }
  }
  return found
}

const parsed = (body: string | undefined): unknown =>
  body === undefined ? undefined : json(Buffer.from(body, "base64").toString("utf8"))

/** What is no JSON has no fields. */
const json = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
