import type { Ceremony } from "../Requirement.ts"

/** The steps of WebAuthn Level 3, section 7.1, in its order, and what does each. */
export const registration: Ceremony = {
  title: "Registration: section 7.1",
  steps: [
    {
      number: "1",
      rule: "The options of the creation",
      does: "the client requests ES256, EdDSA and RS256, user verification, and the platform's challenge; or the app does",
      where: "packages/client/src/webauthn/attest.ts",
      shownBy: ["passes the options that the server requires, and sends the attestation"]
    },
    {
      number: "2",
      rule: "Call create() and guide a user who declines",
      does: "a user who declines, or a browser that answers something else, sends nothing",
      where: "packages/client/src/webauthn/attest.ts",
      shownBy: ["sends nothing when the user declines or the browser returns another type"]
    },
    {
      number: "3",
      rule: "The response is an attestation",
      does: "the same",
      where: "packages/client/src/webauthn/attest.ts",
      shownBy: ["sends nothing when the user declines or the browser returns another type"]
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
      rule: "Decode it as UTF-8",
      does: "decoded strictly; a byte order mark is refused",
      where: "adapters/passkeys/src/clientData.ts",
      shownBy: ["is malformed when it is not UTF-8"]
    },
    {
      number: "6",
      rule: "Parse it as JSON",
      does: "by the strict reader: a key given twice is refused",
      where: "adapters/passkeys/src/clientData.ts",
      shownBy: ["P11"]
    },
    {
      number: "7",
      rule: "type is webauthn.create",
      does: "to the byte",
      where: "adapters/passkeys/src/register.ts",
      shownBy: ["P11"]
    },
    {
      number: "8",
      rule: "challenge is that of the options",
      does: "compared as text with what the backend gave, used once",
      where: "adapters/passkeys/src/register.ts",
      shownBy: ["P6", "P15"]
    },
    {
      number: "9",
      rule: "origin is one that is expected",
      does: "an exact list",
      where: "adapters/passkeys/src/register.ts",
      shownBy: ["P1"]
    },
    {
      number: "10",
      rule: "crossOrigin is expected",
      does: "refused unless its top origin is listed",
      where: "adapters/passkeys/src/checks.ts",
      shownBy: ["P2"]
    },
    {
      number: "11",
      rule: "topOrigin is one that is expected",
      does: "an exact list",
      where: "adapters/passkeys/src/checks.ts",
      shownBy: ["P2"]
    },
    {
      number: "12",
      rule: "Hash it by SHA-256",
      does: "the bytes as they came",
      where: "adapters/passkeys/src/clientData.ts",
      shownBy: ["may have white space and any order of members, because its signature covers the bytes"]
    },
    {
      number: "13",
      rule: "Decode the attestation object",
      does: "CTAP2's form alone, four levels, nothing after it",
      where: "adapters/passkeys/src/authenticatorData.ts",
      shownBy: ["P14"]
    },
    {
      number: "14",
      rule: "rpIdHash is that of the relying party",
      does: "of the list, or of a parent domain of the origin",
      where: "adapters/passkeys/src/register.ts",
      shownBy: ["P1: relying party ids"]
    },
    { number: "15", rule: "UP is set", does: "always", where: "adapters/passkeys/src/checks.ts", shownBy: ["P3"] },
    {
      number: "16",
      rule: "UV is set where it is required",
      does: "required unless the policy says otherwise",
      where: "adapters/passkeys/src/checks.ts",
      shownBy: ["P3"]
    },
    {
      number: "17",
      rule: "BS is not set where BE is not",
      does: "refused",
      where: "adapters/passkeys/src/checks.ts",
      shownBy: ["P4"]
    },
    {
      number: "18",
      rule: "Evaluate BE, where the relying party uses it",
      does: "stored: it may not change",
      where: "adapters/passkeys/src/register.ts",
      shownBy: ["P4"]
    },
    {
      number: "19",
      rule: "Evaluate BS, where the relying party uses it",
      does: "nothing rests on it",
      shownBy: ["P4: the backup state of an eligible passkey may change"]
    },
    {
      number: "20",
      rule: "The algorithm is one that was requested",
      does: "ES256, EdDSA, RS256, whatever the page requested",
      where: "adapters/passkeys/src/coseKey.ts",
      shownBy: ["P13"]
    },
    {
      number: "21",
      rule: "Extension outputs are as expected",
      does: "a map, walked over and not read: unasked ones are passed over, as the step allows",
      where: "adapters/passkeys/src/authenticatorData.ts",
      shownBy: ["must have a map as its extensions", "may have extension outputs in both ceremonies"]
    },
    {
      number: "22",
      rule: "Find the format by its exact name",
      does: "none, packed, and the registered ones; others are refused",
      where: "adapters/passkeys/src/register.ts",
      shownBy: ["P12"]
    },
    {
      number: "23",
      rule: "The statement is right",
      does: "verified for none and for packed by the passkey's own key; of the others the shape",
      where: "adapters/passkeys/src/register.ts",
      shownBy: ["P12"]
    },
    {
      number: "24",
      rule: "Get trust anchors",
      does: "there are none",
      shownBy: ["P12"],
      reason: "no chain is trusted, so that none has to be fetched; no make of authenticator is claimed"
    },
    {
      number: "25",
      rule: "Judge whether it is to be trusted",
      does: "none and self are accepted; certificates are given no trust and do no harm",
      where: "adapters/passkeys/src/register.ts",
      shownBy: ["P12"]
    },
    {
      number: "26",
      rule: "The credential id has 1,023 bytes at most",
      does: "1 to 1,023",
      where: "adapters/passkeys/src/authenticatorData.ts",
      shownBy: ["P9"]
    },
    {
      number: "27",
      rule: "The credential id is not registered yet",
      does: "400 by name, unique in its environment, under 16 racers too",
      where: "packages/core/src/rules/credentials/kinds/passkey/Passkey.ts",
      shownBy: ["P10"]
    },
    {
      number: "28",
      rule: "Keep the record",
      does: "key, counter, transports, origin, hash of the relying party, BE",
      where: "adapters/passkeys/src/register.ts",
      shownBy: ["registers and logs in with"]
    },
    {
      number: "29",
      rule: "Fail where the statement is right and not trusted",
      does: "it is treated as self attestation, as the step's note allows",
      where: "adapters/passkeys/src/register.ts",
      shownBy: ["packed with certificates, forged or missing, is accepted without trust"]
    }
  ]
}
