import { describe, expect, it } from "vitest"
import type { Voucher } from "../../../src/model/Voucher.ts"
import { asOf, readdressed, vouched } from "../../../src/things/credentials/rules/Credential.ts"
import { credentialOf, idOf, T } from "../../given.ts"

const until = (time: number): Voucher => ({
  until: time,
  ancestors: [idOf("AuthMethod", 1)],
  logins: [{ credentialType: "OAUTH", familySince: T }]
})
const added = credentialOf("EMAIL_OTP", {}, 2).value
/** Vouched for until two times: as a credential, and for its address. */
const bound = readdressed(vouched(added, until(T + 10)), "new@example.com", until(T + 20), T)

describe("a credential with two bounds (I21)", () => {
  it.each([
    [T + 9, true, true],
    [T + 10, false, true],
    [T + 19, false, true],
    [T + 20, false, false]
  ])("at %i: bound as an addition %s, by its address %s", (at, isAddition, isAddress) => {
    const { addressVoucher, voucher } = asOf(bound, at)
    expect([voucher, addressVoucher]).toEqual([
      isAddition ? until(T + 10) : undefined,
      isAddress ? until(T + 20) : undefined
    ])
    expect(asOf(bound, at)).toEqual({
      ...readdressed(added, "new@example.com", undefined, T),
      ...(isAddition && { voucher: until(T + 10) }),
      ...(isAddress && { addressVoucher: until(T + 20) })
    })
  })

  it("has the one bound that it was given", () => {
    expect(asOf(vouched(added, until(T + 10)), T)).toEqual(vouched(added, until(T + 10)))
    const moved = readdressed(added, "new@example.com", until(T + 20), T)
    expect(asOf(moved, T)).toEqual(moved)
  })

  it("is itself without bounds", () => {
    expect(asOf(added, T)).toBe(added)
  })
})
