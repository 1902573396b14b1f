import { describe, expect, it } from "vitest"
import { authenticator, LOGIN, loggingIn, POLICY, registered, registering, tryAssert } from "./given.ts"

const bits = [false, true]

/** The 32 combinations of four flags and of whether user verification is required. */
const matrix = bits.flatMap((up) =>
  bits.flatMap((uv) =>
    bits.flatMap((be) => bits.flatMap((bs) => bits.map((isRequired) => ({ up, uv, be, bs, isRequired }))))
  )
)

const expected = ({ be, bs, isRequired, up, uv }: (typeof matrix)[number]) => {
  if (!up) return "user presence"
  if (isRequired && !uv) return "user verification"
  return bs && !be ? "backup flags" : "ok"
}

describe("P3 and P4: the flags", () => {
  it.each(matrix)("up $up, uv $uv, be $be, bs $bs, verification required: $isRequired", async (row) => {
    const { isRequired, ...flags } = row
    const policy = isRequired ? POLICY : { ...POLICY, requireUserVerification: false }
    expect(await registering(authenticator(), { flags }, policy)).toBe(expected(row))
    const key = authenticator({ isBackupEligible: row.be })
    expect(await loggingIn(key, await registered(key), { flags }, policy)).toBe(expected(row))
  })

  it("P4: a changed backup eligibility is rejected", async () => {
    for (const isBackupEligible of bits) {
      const key = authenticator({ isBackupEligible })
      const material = await registered(key)
      expect(await loggingIn(key, material)).toBe("ok")
      expect(await loggingIn(key, material, { flags: { be: !isBackupEligible } })).toBe("backup flags")
    }
  })

  it("P4: the backup state of an eligible passkey may change", async () => {
    const key = authenticator({ isBackupEligible: true })
    const material = await registered(key)
    for (const bs of bits) expect(await loggingIn(key, material, { flags: { bs } })).toBe("ok")
  })
})

describe("P5: the counter", () => {
  it.each([
    [5, 6],
    [6, 6],
    [5, 4],
    [0, 0],
    [7, 0],
    [0, 2 ** 32 - 1],
    [2 ** 31, 2 ** 31 + 1]
  ])("stored as %i and asserted as %i is returned as asserted, because core checks it", async (stored, asserted) => {
    const key = authenticator({ counter: stored })
    const material = await registered(key)
    expect(material.counter).toBe(stored)
    const assertion = key.assert({ challenge: LOGIN.challenge, counter: asserted })
    const { value } = await tryAssert({ material, challenges: LOGIN.accepted, assertion })
    expect(value?.counter).toBe(asserted)
  })
})
