import { answer, inputOf, textOf } from "@countersign/vector-generator"
import { decodeHex, publicKeyOf, verifyP256 } from "@countersign/wire"
import { afterEach, describe, expect, it, vi } from "vitest"
import { cases } from "./committed.ts"
import { twins } from "./twins.ts"

afterEach(() => vi.unstubAllGlobals())

const withTwin = cases.flatMap(({ group, title, vector }) => {
  const name = `${vector.operation}Async`
  const twin = twins[name]
  return twin === undefined ? [] : [{ group: { ...group, operations: { [name]: twin } }, name, title, vector }]
})
// ECDSA of WebCrypto is not deterministic: its signatures are verified below.
const isRandom = ({ name, vector }: (typeof withTwin)[number]) => name === "signP256Async" && vector.valid

const getRandomValues = crypto.getRandomValues.bind(crypto)
const platforms: ReadonlyArray<readonly [string, () => void]> = [
  ["with WebCrypto", () => {}],
  ["without WebCrypto", () => vi.stubGlobal("crypto", { getRandomValues })]
]

describe.each(platforms)("an asynchronous function %s", (platform, prepare) => {
  const compared = withTwin.filter((row) => platform === "without WebCrypto" || !isRandom(row))

  it.each(compared)("has the result of the synchronous one: $title", async ({ group, name, vector }) => {
    prepare()
    const given = await answer(group, name, vector.input)
    if (vector.valid) expect(given).toEqual({ valid: true, value: vector.value })
    else expect(given).toMatchObject({ valid: false, check: vector.check, ...causeOf(vector.cause) })
  })
})

const causeOf = (cause: string | undefined) => (cause === undefined ? {} : { cause })

it.each(withTwin.filter(isRandom))("WebCrypto makes a valid signature for: $title", async ({ group, name, vector }) => {
  const given = await answer(group, name, vector.input)
  const input = inputOf(vector.input)
  const signature = given.valid ? decodeHex(textOf(given.value.signature ?? "")) : new Uint8Array()
  expect(verifyP256(input.bytes("message"), signature, publicKeyOf(input.bytes("testPrivateKey")))).toBe(true)
})
