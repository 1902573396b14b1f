import { createCipheriv, createDecipheriv } from "node:crypto"
import { expect, it } from "vitest"
import type { Fields } from "../src/index.ts"
import { files } from "./committed.ts"

/** The value of a valid case, by its group and name. */
const valueOf = (group: string, name: string): Fields => {
  const found = files.find((file) => file.group === group)?.cases.find((vector) => vector.name === name)
  if (found === undefined || !found.valid) throw new Error(`${group} has no valid case ${name}`)
  return found.value
}

const steps = valueOf("hpke", "every step for the session key")
const bytes = (name: string) => Buffer.from(String(steps[name]), "hex")

it("contains the key schedule that an independent implementation computed from the same keys (K11)", () => {
  expect(steps).toMatchObject({
    sharedSecret: "1274868c8112b51af6ec2bbe17bba23ca59e04dc132fb2c5e4e24d592a1988e9",
    info: "7475726e6b65795f68706b65",
    key: "66e31e6a7397c7c2aae890b424b1aa541e96b7db87d505596a5b0c419ada4f86",
    baseNonce: "1f6fb6ac8cb5b83eb5bd5e43"
  })
})

it("seals with that key, nonce and aad to the same ciphertext as wire, with OpenSSL", () => {
  const cipher = createCipheriv("aes-256-gcm", bytes("key"), bytes("baseNonce")).setAAD(bytes("aad"))
  const sealed = Buffer.concat([cipher.update("33".repeat(32), "hex"), cipher.final(), cipher.getAuthTag()])
  expect(sealed.toString("hex")).toBe(valueOf("hpke", "a session key").ciphertext)
})

it("opens a value of wire with the published schedule, with OpenSSL", () => {
  const sealed = Buffer.from(String(valueOf("hpke", "text of two AES blocks and a bit").ciphertext), "hex")
  const opener = createDecipheriv("aes-256-gcm", bytes("key"), bytes("baseNonce")).setAAD(bytes("aad"))
  opener.setAuthTag(sealed.subarray(-16))
  const opened = Buffer.concat([opener.update(sealed.subarray(0, -16)), opener.final()])
  expect(opened.toString()).toBe("thirty-five bytes, a little over 32")
})

it("seals the code 000000 to 183 bytes with the known start and end", () => {
  const { ciphertext } = JSON.parse(String(valueOf("otpBundle", "an uncompressed key, 183 bytes of ciphertext").text))
  expect(ciphertext).toMatch(/^736efabc97482df2dac5e7eded80829b.*4d404e7fad1$/u)
  expect(ciphertext.length).toBe(183 * 2)
})
