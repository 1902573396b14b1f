import type { Sabotage } from "../problems.ts"

const REFUSALS = ["packages/countersign/test/boundedRefusals.test.ts"]
const LIMITER = ["packages/countersign/test/limiterMemory.test.ts"]

/** Bounded cost of refusals, and the memory of the limiter. */
export const loadEdits: ReadonlyArray<Sabotage> = [
  {
    row: "FL1",
    removes: "the limit on the faults that a refusal lists",
    file: "packages/http/src/errors/answer.ts",
    find: "if (rest <= 0) return { errors }",
    replace: "if (rest <= 100_000) return { errors }",
    tests: REFUSALS
  },
  {
    row: "FL1",
    removes: "the check of a list's length before its elements",
    file: "packages/core/src/model/faults.ts",
    find: "if (sized !== undefined) return report.add(faultBy(sized, input), send)",
    replace: "",
    tests: REFUSALS
  },
  {
    row: "FL1",
    removes: "the limit on the keys of one object",
    file: "packages/http/src/message/body.ts",
    find: "maxKeys: 256 }",
    replace: "maxKeys: 256_000 }",
    tests: REFUSALS
  },
  {
    row: "FL1",
    removes: "the limit on the values of a body",
    file: "packages/http/src/message/body.ts",
    find: "maxValues: 48_000,",
    replace: "maxValues: 48_000_000,",
    tests: REFUSALS
  },
  {
    row: "FL1",
    removes: "the limit on the size of a reply stored under an Idempotency-Key",
    file: "packages/core/src/operations/answerIdempotently.ts",
    find: "const isLong = isTooLong(answer)",
    replace: "const isLong = false && isTooLong(answer)",
    tests: REFUSALS
  },
  {
    row: "FS26",
    removes: "the condition that only full buckets are evicted",
    file: "packages/core/src/rules/limits/storeThrottle.ts",
    find: "if (refilled(bucket, level, at).tokens === bucket.capacity) accounts.delete(key)",
    replace: "if (refilled(bucket, level, at).tokens !== bucket.capacity) accounts.delete(key)",
    tests: LIMITER
  },
  {
    row: "FS26",
    removes: "the eviction of full buckets",
    file: "packages/core/src/rules/limits/storeThrottle.ts",
    find: "if (accounts.size >= closeAt) close(at)",
    replace: "if (accounts.size < 0) close(at)",
    tests: LIMITER
  },
  {
    row: "FS26",
    removes: "the removal of a finished turn from the map",
    file: "packages/core/src/rules/limits/turns.ts",
    find: "if (turn.users === 0) turns.delete(key)",
    replace: "",
    tests: LIMITER
  },
  {
    row: "FS26",
    removes: "memory safety: each call leaks a kilobyte",
    file: "packages/core/src/rules/limits/storeThrottle.ts",
    find: "      account.unreported += 1\n",
    replace:
      '      account.unreported += 1\n      const left = { before: Reflect.get(accounts, "left"), bytes: new Array<number>(128).fill(at) }\n      Object.assign(accounts, { left })\n',
    tests: LIMITER
  }
]
