import { answer } from "@countersign/vector-generator"
import { portableHpke, useHpke } from "@countersign/wire"
import { gcm } from "@noble/ciphers/aes.js"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { cases } from "./committed.ts"

const sealing = cases.filter(({ group }) =>
  ["hpke", "otpBundle", "sessionKey", "walletExport"].some((name) => group.name === name)
)

describe("GU3: HPKE in JavaScript, without WebCrypto", () => {
  beforeAll(() => {
    vi.stubGlobal("crypto", { getRandomValues: crypto.getRandomValues.bind(crypto) })
    useHpke(portableHpke(gcm))
  })
  afterAll(() => {
    vi.unstubAllGlobals()
    useHpke(undefined)
  })

  it.each(sealing)("has the published result: $title", async ({ group, vector }) => {
    const given = await answer(group, vector.operation, vector.input)
    if (vector.valid) expect(given).toEqual({ valid: true, value: vector.value })
    else expect(given).toMatchObject({ valid: false, check: vector.check })
  })
})
