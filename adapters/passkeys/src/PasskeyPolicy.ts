import { isOrigin } from "./clientData.ts"

/** Which ceremonies are accepted. What a passkey was registered for binds it: these lists are not read at assertion. */
export interface PasskeyPolicy {
  /**
   * Relying party ids accepted at registration, such as `["example.com"]`.
   *
   * `"any"` is for places other than production. It takes the id from the origin: its host, or a parent domain of two
   * labels or more. A native app's origin has no host, so it needs a list.
   */
  readonly rpIds: ReadonlyArray<string> | "any"
  /**
   * Origins accepted at registration, web and native app, compared as text: `https://app.example.com`,
   * `android:apk-key-hash:...`, `ios:bundle-id:...`. Or `"any"`.
   */
  readonly origins: ReadonlyArray<string> | "any"
  /** Whether the authenticator must have verified its user, by PIN or biometrics. True unless set. */
  readonly requireUserVerification?: boolean
  /**
   * Origins of the pages that may embed a ceremony. Left out, an embedded ceremony is refused. One whose browser does not
   * say who embeds it is refused either way.
   */
  readonly topOrigins?: ReadonlyArray<string>
}

/** A policy with an entry that can never match. The message says which, and what to write. */
export class PasskeyPolicyRefused extends Error {
  override readonly name = "PasskeyPolicyRefused"
}

/** Throws `PasskeyPolicyRefused` for an entry that is no relying party id, or no origin. */
export const refusePolicy = ({ origins, rpIds, topOrigins = [] }: PasskeyPolicy): void => {
  for (const rpId of listed(rpIds)) {
    if (!DOMAIN.test(rpId)) {
      throw new PasskeyPolicyRefused(
        `${JSON.stringify(rpId)} is no relying party id. Give a domain in lower case, such as example.com, without ` +
          "scheme, port or path; other alphabets in their xn-- form."
      )
    }
  }
  for (const origin of [...listed(origins), ...topOrigins]) {
    if (!isOrigin(origin)) {
      throw new PasskeyPolicyRefused(
        `${JSON.stringify(origin)} is no origin as a browser writes it. Give scheme, host and any unusual port, such as ` +
          "https://app.example.com, without a slash at the end."
      )
    }
  }
}

const listed = (entries: ReadonlyArray<string> | "any"): ReadonlyArray<string> => (entries === "any" ? [] : entries)

const DOMAIN = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/u
