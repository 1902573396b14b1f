import { defaultPolicy, type Environment, environmentKey, type Millis, type PolicyValues } from "@countersign/core"
import { encodeStamp, encodeUtf8, type PublicKey, publicKeyOf, signP256 } from "@countersign/wire"
import { remembered } from "../remembered.ts"

/** The only environment: the isolation of environments (I9) is not modeled. */
export const here: Environment = { platformId: "model", mode: "production" }
export const environment = environmentKey(here)

/** The time at which a run begins. The slow node's clock shows one less, and no clock may be negative. */
export const START: Millis = 1

/** Later than the end of every run. */
export const LATE: Millis = 1000

/**
 * Requests and new sessions live for two ticks, so a few ticks show the time before their expiry and the expiry. First legs
 * store their requests, except those of a scene's `unstored`.
 */
export const policy: PolicyValues = {
  ...defaultPolicy,
  firstLegs: "stored",
  signedRequestLifetime: 2,
  sessionLifetime: 2,
  sessionFamilyLifetime: LATE,
  stampFailuresToVoid: 2
}

/** A key that can stamp. Its stamps are real signatures, cached by text. */
export interface Key {
  readonly name: string
  readonly publicKey: PublicKey
  readonly stamp: (payload: string) => string
}

const keyOf = (name: string, seed: number): Key => {
  const privateKey = new Uint8Array(32).fill(seed)
  const publicKey = publicKeyOf(privateKey)
  const known = remembered<string, string>()
  const stampOf = (payload: string) => encodeStamp({ publicKey, signature: signP256(encodeUtf8(payload), privateKey) })
  return { name, publicKey, stamp: (payload) => known(payload, () => stampOf(payload)) }
}

/** The keys of the initial sessions, of a session that a refresh or a login opens, and of an attacker. */
export const keys = {
  S1: keyOf("S1", 1),
  S2: keyOf("S2", 2),
  S3: keyOf("S3", 3),
  opened: keyOf("the opened session", 4),
  swapped: keyOf("another key", 5),
  S8: keyOf("S8", 6),
  S9: keyOf("S9", 7)
}

/** The codes of recoveries: one that only the owner saved, and one that the owner's mailbox receives. */
export const SAVED = "SAVED"
export const MAILED = "MAILED"

/** The digest of the fake vault: the text, without the dashes that a typed code loses. */
export const digestOf = (text: string): string => text.replaceAll("-", "")

/** Who answers a code, with which code and key. The last is an attacker with the mailbox and the API token. */
export const answers = {
  owner: { code: SAVED, key: keys.opened },
  mailbox: { code: MAILED, key: keys.opened },
  attacker: { code: MAILED, key: keys.swapped }
}
