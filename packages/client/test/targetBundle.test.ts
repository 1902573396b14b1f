import {
  makeOtpTargetBundle,
  publicKeyOf,
  signP256,
  uncompressedHex,
  WireError,
  type WireErrorCode
} from "@countersign/wire"
import { describe, expect, it, vi } from "vitest"
import { createClient, UnexpectedAnswerError } from "../src/index.ts"
import {
  BASE_URL,
  bundleSigner,
  CODE,
  clientAnswered,
  clientOf,
  json,
  openService,
  rejection,
  signer
} from "./service.ts"

const attackerKey = new Uint8Array(32).fill(0x66)
const attacker = publicKeyOf(attackerKey)
const theirs = await makeOtpTargetBundle({
  target: attacker,
  signer: attacker,
  sign: (bytes) => signP256(bytes, attackerKey)
})
const theirsUnderOurName = await makeOtpTargetBundle({
  target: attacker,
  signer,
  sign: (bytes) => signP256(bytes, attackerKey)
})

const fields = (bundle: string): Readonly<Record<string, string>> => JSON.parse(bundle)
const without = (bundle: string, name: string) =>
  JSON.stringify(Object.fromEntries(Object.entries(fields(bundle)).filter(([key]) => key !== name)))

const swaps: readonly (readonly [string, (bundle: string) => string, WireErrorCode])[] = [
  [
    "a swapped target key",
    (bundle) => JSON.stringify({ ...fields(bundle), data: fields(theirs).data }),
    "BUNDLE_SIGNATURE_INVALID"
  ],
  ["a bundle that brings its own signer", () => theirs, "BUNDLE_SIGNER_UNTRUSTED"],
  ["a bundle another key signed in the signer's name", () => theirsUnderOurName, "BUNDLE_SIGNATURE_INVALID"],
  ["a stripped signature", (bundle) => without(bundle, "dataSignature"), "BUNDLE_MALFORMED"],
  [
    "an empty signature",
    (bundle) => JSON.stringify({ ...fields(bundle), dataSignature: "" }),
    "BUNDLE_SIGNATURE_INVALID"
  ],
  ["a stripped signer", (bundle) => without(bundle, "enclaveQuorumPublic"), "BUNDLE_MALFORMED"],
  ["text that is no bundle", () => "null", "BUNDLE_MALFORMED"]
]

describe("the key to encrypt a code to", () => {
  it.each(swaps)("is rejected before a code is requested: %s (K14)", async (_, tamper, code) => {
    const service = openService({ tamper })
    const ask = vi.fn(() => CODE)
    const error = await rejection(clientOf(service).emailOtp.login({ credentialId: service.credentialId, code: ask }))
    expect(error).toBeInstanceOf(UnexpectedAnswerError)
    expect(error).toHaveProperty("cause.code", code)
    expect(ask).not.toHaveBeenCalled()
    expect(service.arrivals).toHaveLength(1)
  })

  it("is rejected when the challenge has none (K14)", async () => {
    const { credentialId, fetch } = openService()
    const answer = await clientOf({ fetch }).credentials.challenge(credentialId)
    const { otpEncryptionTargetBundle: _, ...bare } = answer
    const ask = vi.fn(() => CODE)
    const login = clientAnswered(() => json(200, bare)).emailOtp.login({ credentialId, code: ask })
    expect(await rejection(login)).toBeInstanceOf(UnexpectedAnswerError)
    expect(ask).not.toHaveBeenCalled()
  })

  it.each([
    ["uncompressed", bundleSigner],
    ["compressed", signer],
    ["upper case", bundleSigner.toUpperCase()]
  ])("is trusted in every spelling of its signer: %s", async (_, spelling) => {
    const service = openService()
    const client = clientOf(service, { bundleSigner: spelling })
    expect(await client.emailOtp.login({ credentialId: service.credentialId, code: () => CODE })).toHaveProperty("id")
  })

  it("K14: is trusted from any of several pinned signers, and from no other", async () => {
    const [other, another] = [0x56, 0x57].map((byte) => uncompressedHex(publicKeyOf(new Uint8Array(32).fill(byte))))
    const login = (pinned: ReadonlyArray<string>) => {
      const service = openService()
      const { emailOtp } = clientOf(service, { bundleSigner: pinned })
      return emailOtp.login({ credentialId: service.credentialId, code: () => CODE })
    }
    for (const pinned of [[bundleSigner, `${other}`], [`${other}`, bundleSigner], [bundleSigner]]) {
      expect(await login(pinned)).toHaveProperty("id")
    }
    for (const pinned of [[`${other}`, `${another}`], []]) {
      expect(await rejection(login(pinned))).toBeInstanceOf(UnexpectedAnswerError)
    }
    expect(() => createClient({ baseUrl: BASE_URL, bundleSigner: [bundleSigner, "not a key"] })).toThrow(WireError)
  })

  it("requires a valid signer key", () => {
    for (const spelling of ["", "04", "not a key", uncompressedHex(signer).replace(/..$/u, "00")]) {
      expect(() => createClient({ baseUrl: BASE_URL, bundleSigner: spelling })).toThrow(WireError)
    }
  })
})
