import { asciiHost } from "@countersign/core/internal"
import { isOrigin, serialized } from "./clientData.ts"

/**
 * Configures which ceremonies are accepted. A passkey is bound to the relying party it was registered for, and works at
 * every origin of that relying party that is listed now: one that is removed from the list is refused.
 */
export interface PasskeyPolicy {
  /**
   * Relying party ids accepted at registration, such as `["example.com"]`.
   * `"any"` is for use outside production. It derives the id from the origin: its host, or a parent domain of two or
   * more labels. A native app's origin has no host, so it needs a list.
   */
  readonly rpIds: ReadonlyArray<string> | "any"
  /**
   * Origins accepted at registration and assertion, web and native app, compared as text: `https://app.example.com`,
   * `android:apk-key-hash:...`, `ios:bundle-id:...`. Or `"any"`: then a passkey works at the origin it was registered at.
   */
  readonly origins: ReadonlyArray<string> | "any"
  /**
   * Whether the authenticator must have verified its user, by PIN or biometrics. Default: true. In the sandbox of
   * `createCountersign` false, and `developmentDefaults` reports the difference.
   */
  readonly requireUserVerification?: boolean
  /**
   * Origins of the pages that may embed a ceremony. Default: none, so embedded ceremonies are rejected. An embedded
   * ceremony whose client does not report the embedding origin is always rejected.
   */
  readonly topOrigins?: ReadonlyArray<string>
}

/** The policy has an entry that can never match. The message names it and says what to write instead. */
export class PasskeyPolicyRefused extends Error {
  override readonly name = "PasskeyPolicyRefused"
}

/** Throws `PasskeyPolicyRefused` for an entry that is not a relying party id or not an origin. */
export const refusePolicy = ({ origins, rpIds, topOrigins = [] }: PasskeyPolicy): void => {
  for (const rpId of listed(rpIds)) {
    if (!DOMAIN.test(rpId)) {
      throw new PasskeyPolicyRefused(
        `${JSON.stringify(rpId)} is not a relying party id. Give a domain in lower case, such as ` +
          `${asciiHost(rpId) ?? "example.com"}, without scheme, port or path; other alphabets in their xn-- form.`
      )
    }
  }
  for (const origin of [...listed(origins), ...topOrigins]) {
    if (!isOrigin(origin)) {
      throw new PasskeyPolicyRefused(
        `${JSON.stringify(origin)} is not an origin in serialized form. Give scheme, host and any non-default port, such as ` +
          `${serialized(origin) ?? "https://app.example.com"}, without a trailing slash.`
      )
    }
  }
}

const listed = (entries: ReadonlyArray<string> | "any"): ReadonlyArray<string> => (entries === "any" ? [] : entries)

const DOMAIN = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/u
