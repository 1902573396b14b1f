import { canonicalJson, sha256Hex } from "@countersign/wire"

/**
 * A payload as it is stored: a secret that the user signs with the rest of it gives its place to its digest. The retry
 * brings the secret again, since its body has to be the same.
 */
export const withheld = (payload: string, secret: string | undefined): string =>
  secret === undefined ? payload : payload.replaceAll(canonicalJson(secret), digested(secret))

/** The payload as it was issued, by the secret that was withheld from what is stored. */
export const restored = (kept: string, secret: string | undefined): string =>
  secret === undefined ? kept : kept.replaceAll(digested(secret), () => canonicalJson(secret))

const digested = (secret: string) => canonicalJson(sha256Hex(secret))
