import { ApiTokens, type Row, Store } from "@countersign/core"
import { Effect, Layer, Redacted } from "effect"
import { afterEach, describe, expect, it, vi } from "vitest"
import { apiTokens, secretDigest, staticTokens } from "../src/index.ts"

const { compared, digested } = vi.hoisted(() => ({
  compared: [] as ReadonlyArray<number>[],
  digested: [] as string[]
}))
vi.mock("node:crypto", async (original) => {
  const real = await original<typeof import("node:crypto")>()
  return {
    ...real,
    hash: (algorithm: string, data: string, encoding: "buffer") => {
      digested.push(data)
      return real.hash(algorithm, data, encoding)
    },
    timingSafeEqual: (one: Uint8Array, other: Uint8Array) => {
      compared.push([one.length, other.length])
      return real.timingSafeEqual(one, other)
    }
  }
})

const SECRET = "3b1f6ad0c2e94857f60d8a11b7e2934c"
const door = Effect.runSync(
  Effect.provide(
    ApiTokens,
    staticTokens([{ id: "tok_1", secretSha256: secretDigest(SECRET), platformId: "acme", mode: "sandbox" }])
  )
)

afterEach(() => {
  compared.length = 0
  digested.length = 0
})

describe("H1: the secret of a token", () => {
  it.each([
    ["the correct secret", "tok_1", SECRET, true],
    ["a secret whose first byte is wrong", "tok_1", `0${SECRET.slice(1)}`, false],
    ["a secret whose last byte is wrong", "tok_1", `${SECRET.slice(0, -1)}0`, false],
    ["a shorter secret", "tok_1", SECRET.slice(1), false],
    ["the correct secret with an unknown id", "tok_2", SECRET, false],
    ["no secret with an unknown id", "", "", false]
  ])("costs one digest and two comparisons of 32 bytes: %s", async (_, id, secret, isRight) => {
    digested.length = 0
    const principal = await Effect.runPromise(door.authenticate({ id, secret: Redacted.make(secret) }))
    expect(principal !== undefined).toBe(isRight)
    // Two, because a second secret is valid during a rotation.
    expect([digested, compared]).toEqual([
      [secret],
      [
        [32, 32],
        [32, 32]
      ]
    ])
  })
})

it("costs as many comparisons for an unknown id of a stored token as for a known one (H1, FS1)", async () => {
  const uuid = "01890000-0000-7000-8000-00000000000"
  const row: Row = {
    environment: "sandbox/acme",
    id: `Token:${uuid}1`,
    version: 1,
    createdAt: 1,
    updatedAt: 1,
    body: {
      tokenId: `Token:${uuid}1`,
      name: "a",
      permissions: ["VIEW"],
      secretSha256: secretDigest(SECRET),
      createdAt: 1,
      updatedAt: 1
    }
  }
  const store = Layer.mock(Store)({
    load: (refs) => Effect.succeed(refs.map((ref) => ("id" in ref && ref.id === row.id ? [row] : [])))
  })
  const outcomes: Array<readonly [boolean, number]> = []
  for (const [nth, secret] of [
    [1, SECRET],
    [1, "wrong"],
    [2, SECRET]
  ] as const) {
    compared.length = 0
    const principal = await Effect.flatMap(ApiTokens, (tokens) =>
      tokens.authenticate({ id: `sandbox.acme.${uuid}${nth}`, secret: Redacted.make(secret) })
    ).pipe(Effect.provide(apiTokens([], [new Uint8Array(32)])), Effect.provide(store), Effect.runPromise)
    expect(compared.every((lengths) => lengths.join() === "32,32")).toBe(true)
    outcomes.push([principal !== undefined, compared.length])
  }
  expect(outcomes).toEqual([
    [true, 3],
    [false, 3],
    [false, 3]
  ])
})
