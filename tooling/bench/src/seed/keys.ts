import { createHash } from "node:crypto"
import { type Pair, pairOf } from "../native/points.ts"

/** The pair of a subject for one purpose: the same in every process, so that no key has to be sent. */
export const subjectPair = (purpose: "session" | "passkey", number: number): Pair =>
  pairOf(createHash("sha256").update(`${purpose} ${number}`).digest())

/** The WebAuthn id of a subject's passkey. */
export const passkeyIdOf = (number: number): string =>
  createHash("sha256").update(`passkey id ${number}`).digest("base64url")

/** The subject, at its issuer. */
export const oidcSubjectOf = (number: number): string => `subject-${number}`

/** The key that signs bundles, and the key that encrypts at rest: hex, the same in every server of a run. */
export const SERVICE_KEYS = {
  service: createHash("sha256").update("service").digest("hex"),
  vault: createHash("sha256").update("vault").digest("hex")
}
