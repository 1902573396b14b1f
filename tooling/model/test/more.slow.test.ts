import { describe, expect, it } from "vitest"
import { holds } from "../src/cast/holds.ts"
import { lineage } from "../src/cast/lineage.ts"
import { sessions } from "../src/cast/operations.ts"
import { recoveries } from "../src/cast/recovery.ts"
import { explore } from "../src/explore/explore.ts"
import type { Bounds } from "../src/explore/State.ts"
import { invariants } from "../src/invariants/all.ts"
import { story } from "../src/story.ts"
import { bounds } from "./bounds.ts"

const names = invariants.map(({ name }) => name).join(" ")

const preserves = (explored: Bounds, scene = sessions) => {
  const { broken } = explore({ bounds: explored, scene })
  expect([...broken.values()].flatMap(story)).toEqual([])
}

describe(`${names} are preserved in every interleaving`, () => {
  for (const ahead of [-1, 0, 1] as const) {
    it(
      `of two calls until all requests have expired, node B's clock ahead by ${ahead}`,
      () => preserves(bounds(2, 4, ahead)),
      1_800_000
    )
  }

  it(
    "of two calls beside a recovery, until all requests have expired",
    () => preserves(bounds(2, 3), recoveries),
    1_800_000
  )

  it(
    "of two calls beside a credential that rests, until it is confirmed",
    () => preserves(bounds(2, 3), lineage),
    1_800_000
  )

  it(
    "of three calls, two at once, one of which begins a hold",
    () => preserves({ ...bounds(3, 0), atOnce: 2 }, holds),
    1_800_000
  )

  it("of three calls, two at once", () => preserves({ ...bounds(3, 0), atOnce: 2 }), 1_800_000)
})
