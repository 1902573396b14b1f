import type { Ceremony } from "../Requirement.ts"

/** The steps of WebAuthn Level 3, section 7.1, in its order, and what does each. */
export const registration: Ceremony = {
  title: "Registration: section 7.1",
  steps: [
    {
      number: "1",
      rule: "The options of the creation",
      does: "the client, or the app, requests ES256, EdDSA and RS256, user verification, and the platform's challenge",
      where: "packages/client/src/webauthn/attest.ts",
      shownBy: ["passes the options that the server requires, and sends the attestation"]
    },
    {
      number: "2",
      rule: "Call create() and guide a user who declines",
      does: "the client sends nothing when the user declines or the browser returns another type",
      where: "packages/client/src/webauthn/attest.ts",
      shownBy: ["sends nothing when the user declines or the browser returns another type"]
    },
    {
      number: "3",
      rule: "The response is an attestation",
      does: "the client checks the type before it sends anything",
      where: "packages/client/src/webauthn/attest.ts",
      shownBy: ["sends nothing when the user declines or the browser returns another type"]
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
      rule: "Decode it as UTF-8",
      does: "the server decodes it strictly and rejects a byte order mark",
      where: "adapters/passkeys/src/clientData.ts",
      shownBy: ["is malformed when it is not UTF-8"]
    },
    {
      number: "6",
      rule: "Parse it as JSON",
      does: "the strict parser rejects a repeated key",
      where: "adapters/passkeys/src/clientData.ts",
      shownBy: ["P11"]
    },
    {
      number: "7",
      rule: "type is webauthn.create",
      does: "the server compares it byte for byte",
      where: "adapters/passkeys/src/register.ts",
      shownBy: ["P11"]
    },
    {
      number: "8",
      rule: "challenge equals that of the options",
      does: "the server compares it as text with the challenge of the backend, and accepts it once",
      where: "adapters/passkeys/src/register.ts",
      shownBy: ["P6", "P15"]
    },
    {
      number: "9",
      rule: "origin is an expected one",
      does: "the server compares it with an exact list",
      where: "adapters/passkeys/src/register.ts",
      shownBy: ["P1"]
    },
    {
      number: "10",
      rule: "crossOrigin is expected",
      does: "the server rejects it unless its top origin is listed",
      where: "adapters/passkeys/src/checks.ts",
      shownBy: ["P2"]
    },
    {
      number: "11",
      rule: "topOrigin is an expected one",
      does: "the server compares it with an exact list",
      where: "adapters/passkeys/src/checks.ts",
      shownBy: ["P2"]
    },
    {
      number: "12",
      rule: "Hash it by SHA-256",
      does: "the server hashes the received bytes",
      where: "adapters/passkeys/src/clientData.ts",
      shownBy: ["may have white space and any order of members, because its signature covers the bytes"]
    },
    {
      number: "13",
      rule: "Decode the attestation object",
      does: "the server accepts only the CTAP2 canonical form, four levels deep, without trailing bytes",
      where: "adapters/passkeys/src/authenticatorData.ts",
      shownBy: ["P14"]
    },
    {
      number: "14",
      rule: "rpIdHash is the hash of the relying party id",
      does: "the id is in the list, or is a parent domain of the origin",
      where: "adapters/passkeys/src/register.ts",
      shownBy: ["P1: relying party ids"]
    },
    {
      number: "15",
      rule: "UP is set",
      does: "the server always requires it",
      where: "adapters/passkeys/src/checks.ts",
      shownBy: ["P3"]
    },
    {
      number: "16",
      rule: "UV is set where it is required",
      does: "the server requires it unless the policy does not",
      where: "adapters/passkeys/src/checks.ts",
      shownBy: ["P3"]
    },
    {
      number: "17",
      rule: "BS is not set where BE is not",
      does: "the server rejects it",
      where: "adapters/passkeys/src/checks.ts",
      shownBy: ["P4"]
    },
    {
      number: "18",
      rule: "Evaluate BE, where the relying party uses it",
      does: "the server stores it and rejects a later change",
      where: "adapters/passkeys/src/register.ts",
      shownBy: ["P4"]
    },
    {
      number: "19",
      rule: "Evaluate BS, where the relying party uses it",
      does: "the server does not use it",
      shownBy: ["P4: the backup state of an eligible passkey may change"]
    },
    {
      number: "20",
      rule: "The algorithm is one that was requested",
      does: "the server accepts ES256, EdDSA and RS256, whatever the page requested",
      where: "adapters/passkeys/src/coseKey.ts",
      shownBy: ["P13"]
    },
    {
      number: "21",
      rule: "Extension outputs are as expected",
      does: "the server requires a map and ignores its entries, as the step allows",
      where: "adapters/passkeys/src/authenticatorData.ts",
      shownBy: ["must have a map as its extensions", "may have extension outputs in both ceremonies"]
    },
    {
      number: "22",
      rule: "Find the format by a case-sensitive match",
      does: "the server accepts none, packed and the other registered formats, and rejects the rest",
      where: "adapters/passkeys/src/register.ts",
      shownBy: ["P12"]
    },
    {
      number: "23",
      rule: "The attestation statement is valid",
      does: "the server verifies none, and packed with the passkey's own key; of the other formats it checks only the structure",
      where: "adapters/passkeys/src/register.ts",
      shownBy: ["P12"]
    },
    {
      number: "24",
      rule: "Get trust anchors",
      does: "no trust anchors are configured",
      shownBy: ["P12"],
      reason:
        "the server trusts no certificate chain, so it fetches none and makes no claim about the model of an authenticator"
    },
    {
      number: "25",
      rule: "Assess whether it is trustworthy",
      does: "the server accepts none and self attestation; certificates are accepted without trust",
      where: "adapters/passkeys/src/register.ts",
      shownBy: ["P12"]
    },
    {
      number: "26",
      rule: "The credential id has at most 1,023 bytes",
      does: "the server accepts 1 to 1,023 bytes",
      where: "adapters/passkeys/src/authenticatorData.ts",
      shownBy: ["P9"]
    },
    {
      number: "27",
      rule: "The credential id is not registered yet",
      does: "the server returns 400 with the name of the check; the id is unique in its environment, also under 16 concurrent registrations",
      where: "packages/core/src/rules/credentials/kinds/passkey/Passkey.ts",
      shownBy: ["P10"]
    },
    {
      number: "28",
      rule: "Store the credential record",
      does: "the server stores key, counter, transports, origin, hash of the relying party id and BE",
      where: "adapters/passkeys/src/register.ts",
      shownBy: ["registers and logs in with"]
    },
    {
      number: "29",
      rule: "Fail when the statement is valid but not trusted",
      does: "the server treats it as self attestation, as the note of the step allows",
      where: "adapters/passkeys/src/register.ts",
      shownBy: ["packed with certificates, forged or missing, is accepted without trust"]
    }
  ]
}
