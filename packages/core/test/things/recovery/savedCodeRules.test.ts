import { describe, expect, it } from "vitest"
import type { Voucher } from "../../../src/model/Voucher.ts"
import {
  made,
  type SavedCodes,
  savedCodeContext,
  usableAt,
  without,
  withoutUnconfirmed
} from "../../../src/things/recovery/rules/SavedCodes.ts"
import { accountId, idOf, T } from "../../given.ts"

const voucher: Voucher = { until: T + 100, ancestors: [idOf("AuthMethod")], logins: [] }
const first = made({ accountId, digests: ["a", "b"] }, undefined, undefined, T)
const setOf = (by: Voucher | undefined, known: SavedCodes | undefined, at = T + 1) =>
  made({ accountId, digests: ["c", "d"] }, by, known, at)

describe("I21: a new set of saved recovery codes", () => {
  it("works at once if nothing vouched for it, and the earlier one no longer", () => {
    expect(setOf(undefined, first)).toStrictEqual({ accountId, digests: ["c", "d"], createdAt: T + 1 })
    expect(usableAt(setOf(undefined, first), T + 1)?.digests).toEqual(["c", "d"])
  })

  it("works from its confirmation on, to the millisecond, and until then the earlier one does", () => {
    const second = setOf(voucher, first)
    expect(second.before).toStrictEqual({ digests: ["a", "b"], createdAt: T })
    expect([T + 99, T + 100].map((at) => usableAt(second, at)?.digests)).toEqual([
      ["a", "b"],
      ["c", "d"]
    ])
    expect(withoutUnconfirmed(second)).toStrictEqual(first)
  })

  it("of an account without codes leaves it without any until it is confirmed", () => {
    const second = setOf(voucher, undefined)
    expect([second, usableAt(second, T + 99), usableAt(undefined, T)]).toStrictEqual([
      { accountId, digests: ["c", "d"], createdAt: T + 1, voucher },
      undefined,
      undefined
    ])
    expect(without(second, "c", T + 99)).toBeUndefined()
    expect(withoutUnconfirmed(second)).toStrictEqual({ accountId, digests: [], createdAt: T + 1 })
  })

  it("replaces one that is not confirmed: what worked before still does", () => {
    const third = made({ accountId, digests: ["e"] }, voucher, setOf(voucher, first), T + 2)
    expect(usableAt(third, T + 99)?.digests).toEqual(["a", "b"])
  })
})

it("a code that was used is gone, and the others remain, in the set that works", () => {
  expect(without(first, "a", T)).toStrictEqual({ ...first, digests: ["b"] })
  const second = setOf(voucher, first)
  expect(without(second, "a", T + 99)).toStrictEqual({ ...second, before: { digests: ["b"], createdAt: T } })
  expect(without(second, "c", T + 100)).toStrictEqual({ ...second, digests: ["d"] })
  expect([without(second, "c", T + 99), without(second, "a", T + 100), without(first, "z", T)]).toEqual([
    undefined,
    undefined,
    undefined
  ])
})

it("the digest of a code is of one account alone", () => {
  expect(savedCodeContext(accountId)).not.toBe(savedCodeContext(idOf("InternalAccount", 9)))
})
