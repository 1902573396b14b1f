import type { Ceremony } from "../Requirement.ts"

/** The steps of WebAuthn Level 3, section 7.2, in its order, and what does each. */
export const authentication: Ceremony = {
  title: "Authentication: section 7.2",
  steps: [
    {
      number: "1",
      rule: "The options of the request",
      does: "the client names the one credential and the challenge of the service",
      where: "packages/client/src/webauthn/assert.ts",
      shownBy: ["signs the challenge, sends only the Request-Id, and uses the session key that the server encrypted"]
    },
    {
      number: "2",
      rule: "Call get() and guide a user who declines",
      does: "an empty answer throws",
      where: "packages/client/src/webauthn/assert.ts",
      shownBy: ["throws when the browser returns another type"]
    },
    {
      number: "3",
      rule: "The response is an assertion",
      does: "the same",
      where: "packages/client/src/webauthn/assert.ts",
      shownBy: ["throws when the browser returns another type"]
    },
    {
      number: "4",
      rule: "Take the client's extension results",
      does: "they are not sent",
      shownBy: [],
      reason: "the client requests no WebAuthn extension, so there are no results to read"
    },
    {
      number: "5",
      rule: "The credential is one of those that were allowed",
      does: "it is the one that the path names",
      where: "adapters/passkeys/src/passkeys.ts",
      shownBy: ["of an assertion equals that of the passkey, also with a valid signature"]
    },
    {
      number: "6",
      rule: "Find the user and the record; userHandle is the user's",
      does: "the path names the credential before the ceremony; a handle has 1 to 64 bytes",
      where: "adapters/passkeys/src/passkeys.ts",
      shownBy: ["P8"],
      reason: "in part: a handle is not compared, since no registration of this API names its handle"
    },
    {
      number: "7",
      rule: "Take client data, authenticator data, signature",
      does: "each decoded strictly and capped",
      where: "adapters/passkeys/src/passkeys.ts",
      shownBy: ["that are not base64url without padding are malformed", "over their limits are malformed"]
    },
    {
      number: "8",
      rule: "Decode it as UTF-8",
      does: "decoded strictly; a byte order mark is refused",
      where: "adapters/passkeys/src/clientData.ts",
      shownBy: ["is malformed when it is not UTF-8"]
    },
    {
      number: "9",
      rule: "Parse it as JSON",
      does: "by the strict reader: a key given twice is refused",
      where: "adapters/passkeys/src/clientData.ts",
      shownBy: ["P11"]
    },
    {
      number: "10",
      rule: "type is webauthn.get",
      does: "to the byte",
      where: "adapters/passkeys/src/passkeys.ts",
      shownBy: ["P11"]
    },
    {
      number: "11",
      rule: "challenge is that of the options",
      does: "that of the stored payload, in either spelling, used once, five minutes",
      where: "adapters/passkeys/src/passkeys.ts",
      shownBy: ["P6"]
    },
    {
      number: "12",
      rule: "origin is one that is expected",
      does: "the one that the passkey was made on",
      where: "adapters/passkeys/src/passkeys.ts",
      shownBy: ["P1"]
    },
    {
      number: "13",
      rule: "crossOrigin is expected",
      does: "refused unless its top origin is listed",
      where: "adapters/passkeys/src/checks.ts",
      shownBy: ["P2"]
    },
    {
      number: "14",
      rule: "topOrigin is one that is expected",
      does: "an exact list",
      where: "adapters/passkeys/src/checks.ts",
      shownBy: ["P2"]
    },
    {
      number: "15",
      rule: "rpIdHash is that of the relying party",
      does: "the one that the passkey was made for",
      where: "adapters/passkeys/src/passkeys.ts",
      shownBy: ["bind the passkey, although the policy lists others"]
    },
    { number: "16", rule: "UP is set", does: "always", where: "adapters/passkeys/src/checks.ts", shownBy: ["P3"] },
    {
      number: "17",
      rule: "UV is set where it is required",
      does: "required unless the policy says otherwise",
      where: "adapters/passkeys/src/checks.ts",
      shownBy: ["P3"]
    },
    {
      number: "18",
      rule: "BS is not set where BE is not",
      does: "refused",
      where: "adapters/passkeys/src/checks.ts",
      shownBy: ["P4"]
    },
    {
      number: "19",
      rule: "Compare BE with the record",
      does: "it may not change",
      where: "adapters/passkeys/src/passkeys.ts",
      shownBy: ["P4: a changed backup eligibility is rejected"]
    },
    {
      number: "20",
      rule: "Apply a policy to BS",
      does: "no such policy",
      shownBy: ["P4: the backup state of an eligible passkey may change"]
    },
    {
      number: "21",
      rule: "Extension outputs are as expected",
      does: "a map, walked over and not read",
      where: "adapters/passkeys/src/authenticatorData.ts",
      shownBy: ["must have a map as its extensions"]
    },
    {
      number: "22",
      rule: "Hash the client data by SHA-256",
      does: "the bytes as they came",
      where: "adapters/passkeys/src/clientData.ts",
      shownBy: ["may have white space and any order of members, because its signature covers the bytes"]
    },
    {
      number: "23",
      rule: "The signature is right",
      does: "over authenticator data and hash, by the key of the record, which is judged again",
      where: "adapters/passkeys/src/verifier.ts",
      shownBy: ["is rejected with any of its bytes changed", "of another key, or over other bytes, are rejected"]
    },
    {
      number: "24",
      rule: "The counter grew, where either is not zero",
      does: "refused where it did not; one of 16 assertions with one counter passes",
      where: "packages/core/src/rules/credentials/kinds/passkey/Passkey.ts",
      shownBy: ["P5"]
    },
    {
      number: "25",
      rule: "Update the record",
      does: "the counter as it was asserted, in the commit that opens the session",
      where: "packages/core/src/rules/credentials/kinds/PASSKEY.ts",
      shownBy: ["P5"]
    },
    {
      number: "26",
      rule: "Go on, or fail",
      does: "a session of the stored client key, or a refusal by the name of the check",
      where: "packages/core/src/operations/credentials/passkeyLogin.ts",
      shownBy: ["P7"]
    }
  ]
}
