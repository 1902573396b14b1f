import { Result } from "effect"
import { expect, it } from "vitest"
import { asOf, completed, open, ready, started, stopped } from "../../../src/things/recovery/rules/Recovery.ts"
import { accountId, credentialId, idOf, T } from "../../given.ts"

const waiting = () =>
  started({
    recoveryId: idOf("Recovery"),
    accountId,
    method: "OPERATOR",
    createdAt: T,
    readyAt: T + 100,
    expiresAt: T + 200
  })
const tagOf = <A, E extends { readonly _tag: string }>(result: Result.Result<A, E>) =>
  Result.match(result, { onSuccess: () => "done", onFailure: ({ _tag }) => _tag })

it("RC2: a recovery is ready from the end of its delay until its own end, to the millisecond", () => {
  const states = [T + 99, T + 100, T + 199, T + 200].map((at) => asOf(waiting(), at)._tag)
  expect(states).toEqual(["Waiting", "Ready", "Ready", "Expired"])
  expect([T + 99, T + 100, T + 200].map((at) => tagOf(ready(waiting(), at)))).toEqual([
    "RecoveryNotReady",
    "done",
    "RecoveryEnded"
  ])
})

it("RC2: a recovery that was completed or cancelled stays so after the time that it had", () => {
  const done = completed(Result.getOrThrow(ready(waiting(), T + 100)), credentialId, T + 150)
  const cancelled = [T + 50, T + 150].map((at) => stopped(Result.getOrThrow(open(waiting(), at)), at))
  for (const ended of [done, ...cancelled]) {
    expect(asOf(ended, T + 200)).toEqual(ended)
    expect(tagOf(open(ended, T + 160))).toBe("RecoveryEnded")
  }
})
