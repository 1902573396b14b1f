import { Result } from "effect"
import { describe, expect, it } from "vitest"
import type { Voucher } from "../../../src/model/Voucher.ts"
import {
  addressBound,
  type EmailChanges,
  MOST_UNDOABLE,
  pendingAt,
  proposed,
  proven,
  undone,
  withoutPending
} from "../../../src/things/customers/rules/EmailChange.ts"
import { customerId, idOf, T } from "../../given.ts"

const policy = { emailChangeLifetime: 1000, emailUndoWindow: 5000, credentialConfirmation: 300 }
const voucher: Voucher = {
  until: T + 50,
  ancestors: [idOf("AuthMethod")],
  logins: [{ credentialType: "PASSKEY", familySince: T }]
}
const tokenOf = (nth: number) => `${"A".repeat(25)}${"BCDEFGHJKLMNPQRSTVWX"[nth]}`
const signed = (changes?: EmailChanges, by?: Voucher, at = T) =>
  Result.getOrThrow(proposed(customerId, changes, "new@example.com", by, policy, at))
/** Changes that were proven at `T`, each with a token of its own, and one that is pending. */
const moved = (count: number, by?: Voucher) => {
  let changes: EmailChanges = signed(undefined, by)
  const { pending } = signed(undefined, by)
  for (let nth = 0; nth < count; nth += 1) {
    const previous = { email: `${nth}@example.com`, token: tokenOf(nth) }
    changes = { ...proven(changes, previous, policy, T), pending }
  }
  return changes
}
const tagOf = <A, E extends { readonly _tag: string }>(result: Result.Result<A, E>) =>
  Result.match(result, { onSuccess: () => "done", onFailure: ({ _tag }) => _tag })

describe("AD3: a signed change of an address", () => {
  it("is pending until its millisecond, with the voucher of the session that signed", () => {
    const changes = signed(undefined, voucher)
    expect(changes).toStrictEqual({
      customerId,
      undoable: [],
      pending: { email: "new@example.com", expiresAt: T + 1000, voucher },
      expiresAt: T + 1000
    })
    expect(signed().pending).not.toHaveProperty("voucher")
    expect(tagOf(pendingAt(changes, T + 999))).toBe("done")
    expect([pendingAt(changes, T + 1000), pendingAt(undefined, T)].map(tagOf)).toEqual([
      "EmailChangeNotPending",
      "EmailChangeNotPending"
    ])
    expect(withoutPending(changes, T + 1)).toStrictEqual({ customerId, undoable: [], expiresAt: T + 1 })
  })

  it("is refused while as many as one record has can be undone, until the oldest no longer can", () => {
    const full = moved(MOST_UNDOABLE)
    const refused = proposed(customerId, full, "new@example.com", undefined, policy, T + 4999)
    expect(Result.isFailure(refused) && refused.failure).toMatchObject({ _tag: "TooManyEmailChanges", until: T + 5000 })
    expect(tagOf(proposed(customerId, full, "new@example.com", undefined, policy, T + 5000))).toBe("done")
    expect(tagOf(proposed(customerId, moved(MOST_UNDOABLE - 1), "a@example.com", undefined, policy, T))).toBe("done")
  })
})

describe("I21: the voucher of an address", () => {
  it("begins when the address moves, and bounds it for the time of a confirmation", () => {
    const changes = proven(signed(undefined, voucher), { email: "old@example.com", token: tokenOf(0) }, policy, T + 40)
    expect(changes.undoable).toMatchObject([
      { email: "old@example.com", since: T + 40, until: T + 5040, voucher: { ...voucher, until: T + 340 } }
    ])
    expect(changes).toMatchObject({ customerId, expiresAt: T + 5040 })
    expect(changes).not.toHaveProperty("pending")
    expect([addressBound(changes, T + 339)?.until, addressBound(changes, T + 340)]).toEqual([T + 340, undefined])
  })

  it("is absent where none vouched, and nothing can be undone where no address was before", () => {
    const free = proven(signed(), { email: "old@example.com", token: tokenOf(0) }, policy, T)
    expect(free.undoable[0]).not.toHaveProperty("voucher")
    expect(addressBound(free, T)).toBeUndefined()
    const unsigned = proven(
      { customerId, undoable: [], expiresAt: T },
      { email: "a@b.example", token: tokenOf(0) },
      policy,
      T
    )
    expect(unsigned.undoable).toMatchObject([{ email: "a@b.example", since: T }])
    expect(proven(signed(undefined, voucher), undefined, policy, T)).toStrictEqual({
      customerId,
      undoable: [],
      expiresAt: T
    })
  })
})

describe("AD11: an undo token", () => {
  it("restores its address, with every later change and the pending one, until its millisecond", () => {
    const changes = moved(3, voucher)
    const { next, restored } = Result.getOrThrow(undone(changes, tokenOf(1), T + 4999))
    expect(restored.email).toBe("1@example.com")
    expect(next.undoable.map(({ email }) => email)).toEqual(["0@example.com"])
    expect(next).not.toHaveProperty("pending")
    expect(tagOf(undone(changes, tokenOf(1), T + 5000))).toBe("UndoTokenRefused")
    expect(tagOf(undone(changes, tokenOf(9), T))).toBe("UndoTokenRefused")
    expect(tagOf(undone(undefined, tokenOf(1), T))).toBe("UndoTokenRefused")
    expect(tagOf(undone(next, tokenOf(1), T))).toBe("UndoTokenRefused")
  })
})
