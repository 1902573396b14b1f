import { Result } from "effect"
import { describe, expect, it } from "vitest"
import type { Voucher } from "../../../src/model/Voucher.ts"
import {
  asOf,
  boundOf,
  type Credential,
  confirmed,
  descendantsOf,
  emailsOf,
  initial,
  isDisowned,
  readdressed,
  resting,
  restsAt,
  returned,
  suspended,
  takenBack,
  vouched
} from "../../../src/things/credentials/rules/Credential.ts"
import { open } from "../../../src/things/sessions/rules/Session.ts"
import { credentialOf, idOf, publicKey, sessionId, T } from "../../given.ts"

const login = { credentialType: "PASSKEY", familySince: T } as const
/** A voucher of these credentials, which bounds until one second after `T`. */
const voucherOf = (...ancestors: ReadonlyArray<number>): Voucher => ({
  until: T + 1000,
  ancestors: ancestors.map((nth) => idOf("AuthMethod", nth)),
  logins: [login]
})
const made = (nth: number, voucher?: Voucher, createdAt = T): Credential =>
  vouched(initial({ ...credentialOf("OAUTH", {}, nth).value, createdAt }), voucher)
const email = credentialOf("EMAIL_OTP", { email: "ada@example.com" }).value
const stored = (value: Credential) => ({ value })
const tagOf = <A, E extends { readonly _tag: string }>(result: Result.Result<A, E>) =>
  Result.match(result, { onSuccess: () => "done", onFailure: ({ _tag }) => _tag })

describe("I21: the bound of a credential", () => {
  it("is absent without a voucher, and ends at the millisecond of its voucher", () => {
    const free = made(2)
    expect([vouched(free, undefined), boundOf(free, T), asOf(free, T)]).toEqual([free, undefined, free])
    const bound = made(2, voucherOf(1))
    expect(boundOf(bound, T + 999)).toEqual(voucherOf(1))
    expect(boundOf(bound, T + 1000)).toBeUndefined()
    expect(asOf(bound, T + 999)).toStrictEqual(bound)
    expect(asOf(bound, T + 1000)).toStrictEqual(free)
  })

  it("has the voucher of the credential and that of its address, each until its own end", () => {
    const late = { ...voucherOf(3), until: T + 2000 }
    const moved = readdressed(vouched(email, voucherOf(1)), "new@example.com", late, T + 1)
    expect(moved).toMatchObject({
      nickname: "new@example.com",
      material: { email: "new@example.com" },
      updatedAt: T + 1
    })
    expect(boundOf(moved, T)).toEqual({ until: T + 2000, ancestors: voucherOf(1, 3).ancestors, logins: [login] })
    expect(boundOf(moved, T + 1000)).toEqual(late)
    const { voucher: _, ...confirmedByTime } = moved
    expect(asOf(moved, T + 1000)).toStrictEqual(confirmedByTime)
    const { addressVoucher: __, ...neither } = confirmedByTime
    expect(asOf(moved, T + 2000)).toStrictEqual(neither)
    expect(asOf(asOf(moved, T + 1000), T + 2000)).toStrictEqual(neither)
    expect(confirmed(moved, T + 5)).toStrictEqual({ ...neither, updatedAt: T + 5 })
  })

  it("loses the voucher of an earlier address with that address", () => {
    const first = readdressed(email, "one@example.com", voucherOf(1), T)
    const second = readdressed(first, "two@example.com", undefined, T + 1)
    expect(second).not.toHaveProperty("addressVoucher")
    expect(emailsOf([second, made(2)].map(stored))).toEqual(["two@example.com"])
  })
})

it("I21: a session has the bounds of the credential that opens it, also that of its address, while they last", () => {
  const late = { ...voucherOf(3), until: T + 2000 }
  const credential = readdressed(vouched(email, voucherOf(1)), "new@example.com", late, T)
  const openedAt = (at: number, by = credential) =>
    open({ sessionId, credential: by, publicKey }, { sessionLifetime: 10, sessionFamilyLifetime: 100 }, at).voucher
  const bounds = [T + 999, T + 1999, T + 2000].map((at) => openedAt(at))
  expect(bounds).toStrictEqual([...Array(2).fill({ until: T + 2000, logins: [login] }), undefined])
  expect(openedAt(T, vouched(email, voucherOf(1)))).toStrictEqual({ until: T + 1000, logins: [login] })
})

describe("GA3: a credential that vouched and was taken back", () => {
  const back = takenBack(made(1), "ada@example.com", undefined, T + 10)
  const child = (createdAt: number, ...ancestors: ReadonlyArray<number>) => made(2, voucherOf(...ancestors), createdAt)

  it("disowns what it had vouched for until then, and nothing later", () => {
    expect(back).toMatchObject({ nickname: "ada@example.com", returnedAt: T + 10 })
    expect([T + 9, T + 10, T + 11].map((at) => isDisowned(child(at, 1), [stored(back)]))).toEqual([true, true, false])
  })

  it("disowns nothing of another credential, nothing without a voucher, and nothing before it was taken back", () => {
    const others = [stored(made(3)), stored(back)]
    expect(isDisowned(child(T, 3), others)).toBe(false)
    expect(isDisowned(made(2), others)).toBe(false)
    expect(isDisowned(child(T, 1), [stored(made(1))])).toBe(false)
    expect(isDisowned(child(T, 3, 1), others)).toBe(true)
  })
})

describe("GA3: a credential that was removed by a younger one", () => {
  const removal = { removedBy: idOf("AuthMethod", 9), restsUntil: T + 1000 }

  it("rests until the millisecond of its end, and returns without a trace of the removal", () => {
    const rested = Result.getOrThrow(resting(made(2), removal, T))
    expect(rested).toMatchObject({ ...removal, updatedAt: T })
    expect([T + 999, T + 1000].map((at) => restsAt(rested, at))).toEqual([true, false])
    const back = Result.getOrThrow(returned(rested, T + 999))
    expect(back).toMatchObject({ status: made(2).status ?? "ACTIVE", returnedAt: T + 999, updatedAt: T + 999 })
    for (const name of ["removedBy", "restsUntil"]) expect(back).not.toHaveProperty(name)
    expect(tagOf(returned(rested, T + 1000))).toBe("CredentialNotFound")
  })

  it("does not rest when it was not removed, and a suspended one is left to its operator", () => {
    expect([restsAt(made(2), T), tagOf(returned(made(2), T))]).toEqual([false, "CredentialNotFound"])
    expect(tagOf(resting(Result.getOrThrow(suspended(made(2), T)), removal, T))).toBe("CredentialSuspended")
  })
})

describe("I21: the descendants of a credential", () => {
  const chain = [made(1), made(2, voucherOf(1)), made(3, voucherOf(2)), made(4, voucherOf(9)), made(5)].map(stored)
  const of = (ancestors: ReadonlyArray<number>, counts: (credential: Credential) => boolean = () => true) =>
    descendantsOf(
      ancestors.map((nth) => idOf("AuthMethod", nth)),
      chain,
      counts
    ).map(({ value }) => value.credentialId)
  const ids = (...nths: ReadonlyArray<number>) => nths.map((nth) => idOf("AuthMethod", nth))

  it("are those that it vouched for and those that these vouched for, without itself and without strangers", () => {
    expect([of([1]), of([2]), of([3]), of([9]), of([])]).toEqual([ids(2, 3), ids(3), [], ids(4), []])
    expect(of([1, 2])).toEqual(ids(3))
  })

  it("do not pass through one that does not count", () => {
    expect(of([1], ({ credentialId }) => credentialId !== idOf("AuthMethod", 2))).toEqual([])
    expect(of([1], ({ credentialId }) => credentialId !== idOf("AuthMethod", 3))).toEqual(ids(2))
  })

  it("include one that others vouched for as well", () => {
    const both = [...chain, stored(made(7, voucherOf(9, 1)))]
    expect(descendantsOf(ids(1), both, () => true).map(({ value }) => value.credentialId)).toEqual(ids(2, 3, 7))
  })

  it("include one whose address alone it vouched for", () => {
    const mailed = credentialOf("EMAIL_OTP", { email: "ada@example.com" }, 6).value
    const all = [...chain, stored(readdressed(mailed, "new@example.com", voucherOf(3, 1), T))]
    const found = descendantsOf(ids(1), all, () => true).map(({ value }) => value.credentialId)
    expect(found).toEqual(ids(2, 3, 6))
  })
})
