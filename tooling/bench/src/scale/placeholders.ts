import { KEYS, OIDC, type Population, sha256, uuidOf } from "./Population.ts"

const MODEL: Pick<Population, "since"> = { since: 0x0a0a_0a0a_0a0a }

const customer = uuidOf(MODEL, "customer", 1)
const account = uuidOf(MODEL, "account", 2)
const credential = uuidOf(MODEL, "credential", 3)
const session = uuidOf(MODEL, "session", 4)
const request = uuidOf(MODEL, "request", 5)

/** The text whose digest is the unique key of an OIDC credential, around the subject. */
const spelledIdentity = (subject: string): string => JSON.stringify([OIDC.issuer, OIDC.audience, subject])
const [before = "", after = ""] = spelledIdentity("|").split("|")
export const IDENTITY = { before, after }

/** The values that differ between the copies of a template. Each spelling occurs nowhere else in a record. */
export const placeholders = {
  customer,
  account,
  credential,
  session,
  request,
  passkey: credential.replaceAll("-", ""),
  identity: sha256(spelledIdentity(account)).toString("hex"),
  key: KEYS[0].publicKey,
  platform: "the-platform",
  at: "1111111111111",
  expiresAt: "1222222222222"
}
export type Placeholder = keyof typeof placeholders
