import type { Ceremony } from "../Requirement.ts"

/** The steps of WebAuthn Level 3, section 7.2, in its order, and what does each. */
export const authentication: Ceremony = {
  title: "Authentication: section 7.2",
  steps: [
    {
      number: "1",
      rule: "The options of the request",
      does: "the client passes the one credential and the challenge of the server",
      where: "packages/client/src/webauthn/assert.ts",
      shownBy: ["signs the challenge, sends only the Request-Id, and uses the session key that the server encrypted"]
    },
    {
      number: "2",
      rule: "Call get() and guide a user who declines",
      does: "the client throws when the browser returns nothing",
      where: "packages/client/src/webauthn/assert.ts",
      shownBy: ["throws when the browser returns another type"]
    },
    {
      number: "3",
      rule: "The response is an assertion",
      does: "the client checks the type before it sends anything",
      where: "packages/client/src/webauthn/assert.ts",
      shownBy: ["throws when the browser returns another type"]
    },
    {
      number: "4",
      rule: "Read the client's extension results",
      does: "the client does not send them",
      shownBy: [],
      reason: "the client requests no WebAuthn extension, so there are no results to read"
    },
    {
      number: "5",
      rule: "The credential is one of the allowed ones",
      does: "the server compares it with the credential in the path",
      where: "adapters/passkeys/src/passkeys.ts",
      shownBy: ["of an assertion equals that of the passkey, also with a valid signature"]
    },
    {
      number: "6",
      rule: "Find the user and the record; userHandle belongs to the user",
      does: "the path names the credential before the ceremony; the server requires a handle of 1 to 64 bytes",
      where: "adapters/passkeys/src/passkeys.ts",
      shownBy: ["P8"],
      reason: "in part: the server does not compare the handle, because registrations of this API do not contain it"
    },
    {
      number: "7",
      rule: "Read client data, authenticator data and signature",
      does: "the server decodes each strictly and limits its length",
      where: "adapters/passkeys/src/passkeys.ts",
      shownBy: ["that are not base64url without padding are malformed", "over their limits are malformed"]
    },
    {
      number: "8",
      rule: "Decode it as UTF-8",
      does: "the server decodes it strictly and rejects a byte order mark",
      where: "adapters/passkeys/src/clientData.ts",
      shownBy: ["is malformed when it is not UTF-8"]
    },
    {
      number: "9",
      rule: "Parse it as JSON",
      does: "the strict parser rejects a repeated key",
      where: "adapters/passkeys/src/clientData.ts",
      shownBy: ["P11"]
    },
    {
      number: "10",
      rule: "type is webauthn.get",
      does: "the server compares it byte for byte",
      where: "adapters/passkeys/src/passkeys.ts",
      shownBy: ["P11"]
    },
    {
      number: "11",
      rule: "challenge equals that of the options",
      does: "the server compares it with the stored payload, in either encoding, and accepts it once within five minutes",
      where: "adapters/passkeys/src/passkeys.ts",
      shownBy: ["P6"]
    },
    {
      number: "12",
      rule: "origin is an expected one",
      does: "the server requires the origin of the registration",
      where: "adapters/passkeys/src/passkeys.ts",
      shownBy: ["P1"]
    },
    {
      number: "13",
      rule: "crossOrigin is expected",
      does: "the server rejects it unless its top origin is listed",
      where: "adapters/passkeys/src/checks.ts",
      shownBy: ["P2"]
    },
    {
      number: "14",
      rule: "topOrigin is an expected one",
      does: "the server compares it with an exact list",
      where: "adapters/passkeys/src/checks.ts",
      shownBy: ["P2"]
    },
    {
      number: "15",
      rule: "rpIdHash is the hash of the relying party id",
      does: "the server requires the relying party id of the registration",
      where: "adapters/passkeys/src/passkeys.ts",
      shownBy: ["bind the passkey, although the policy lists others"]
    },
    {
      number: "16",
      rule: "UP is set",
      does: "the server always requires it",
      where: "adapters/passkeys/src/checks.ts",
      shownBy: ["P3"]
    },
    {
      number: "17",
      rule: "UV is set where it is required",
      does: "the server requires it unless the policy does not",
      where: "adapters/passkeys/src/checks.ts",
      shownBy: ["P3"]
    },
    {
      number: "18",
      rule: "BS is not set where BE is not",
      does: "the server rejects it",
      where: "adapters/passkeys/src/checks.ts",
      shownBy: ["P4"]
    },
    {
      number: "19",
      rule: "Compare BE with the record",
      does: "the server rejects a change",
      where: "adapters/passkeys/src/passkeys.ts",
      shownBy: ["P4: a changed backup eligibility is rejected"]
    },
    {
      number: "20",
      rule: "Apply a policy to BS",
      does: "the server has no such policy",
      shownBy: ["P4: the backup state of an eligible passkey may change"]
    },
    {
      number: "21",
      rule: "Extension outputs are as expected",
      does: "the server requires a map and ignores its entries",
      where: "adapters/passkeys/src/authenticatorData.ts",
      shownBy: ["must have a map as its extensions"]
    },
    {
      number: "22",
      rule: "Hash the client data by SHA-256",
      does: "the server hashes the received bytes",
      where: "adapters/passkeys/src/clientData.ts",
      shownBy: ["may have white space and any order of members, because its signature covers the bytes"]
    },
    {
      number: "23",
      rule: "The signature is valid",
      does: "the server verifies it over authenticator data and hash, with the stored key, which it validates again",
      where: "adapters/passkeys/src/verifier.ts",
      shownBy: ["is rejected with any of its bytes changed", "of another key, or over other bytes, are rejected"]
    },
    {
      number: "24",
      rule: "The counter increased, if either value is not zero",
      does: "the server rejects it otherwise; of 16 concurrent assertions with one counter it accepts one",
      where: "packages/core/src/rules/credentials/kinds/passkey/Passkey.ts",
      shownBy: ["P5"]
    },
    {
      number: "25",
      rule: "Update the record",
      does: "the commit that opens the session stores the asserted counter",
      where: "packages/core/src/rules/credentials/kinds/PASSKEY.ts",
      shownBy: ["P5"]
    },
    {
      number: "26",
      rule: "Continue, or fail",
      does: "the server opens a session for the stored client key, or returns a refusal with the name of the check",
      where: "packages/core/src/operations/credentials/passkeyLogin.ts",
      shownBy: ["P7"]
    }
  ]
}
