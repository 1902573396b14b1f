import type { Change, Guard, Write } from "@countersign/core/internal"
import { describe, expect, it } from "vitest"
import { nameOf } from "../src/cast/names.ts"
import { scenes } from "../src/cast/scenes.ts"
import { arrivals } from "../src/explore/arrivals.ts"
import { begin } from "../src/explore/explore.ts"
import { onward } from "../src/explore/onward.ts"
import type { State } from "../src/explore/State.ts"

/**
 * The writes and the guards of each real workflow. Several guards protect an invariant, so the model may detect no
 * violation when one of them is missing. This test detects every missing guard.
 */
const plans = {
  "remove C1": { changes: ["insert signed_requests"], guards: [] },
  "log in with C1": {
    changes: ["insert sessions", "insert spent", "replace C1 at version 1", "replace A at version 1"],
    guards: ["before 60000"]
  },
  "the retry of refresh S1, stamped by S1": {
    changes: ["replace the request of refresh S1 at version 1", "insert sessions", "replace A at version 1"],
    guards: ["before 3", "S1 at version 1", "C1 at version 1", "before 2"]
  },
  "the retry of remove C1, stamped by S2": {
    changes: [
      "replace the request of remove C1 at version 1",
      "remove C1 at version 1",
      "replace S1 at version 1",
      "replace A at version 1"
    ],
    guards: ["before 3", "S2 at version 1", "before 1000"]
  },
  "the retry of end S1, stamped by S2": {
    changes: ["replace the request of end S1 at version 1", "replace S1 at version 1"],
    guards: ["before 3", "S2 at version 1", "before 1000"]
  },
  // A write to the signing session is also its guard.
  "the retry of end S1, stamped by S1": {
    changes: ["replace the request of end S1 at version 1", "replace S1 at version 1"],
    guards: ["before 3", "before 2"]
  },
  "the retry of pay 5, stamped by S2": {
    changes: ["replace the request of pay 5 at version 2"],
    guards: ["before 3", "S2 at version 1", "before 1000", "A at version 1"]
  },
  "the retry of export B, stamped by S3": {
    changes: ["replace the request of export B at version 1", "insert notices"],
    guards: ["before 3", "S3 at version 1", "before 1000", "B at version 1"]
  },
  "the retry of cancel R, stamped by S1": {
    changes: [
      "replace the request of cancel R at version 1",
      "replace R at version 1",
      "replace A at version 1",
      "insert notices"
    ],
    guards: ["before 3", "S1 at version 1", "before 2"]
  },
  // The code has the id of its recovery.
  "the retry of complete R with the code of the mailbox, stamped by the opened session": {
    changes: [
      "replace the request of complete R with the code of the mailbox at version 1",
      "insert credentials",
      "replace R at version 1",
      "remove R at version 2",
      "replace C2 at version 1",
      "replace C1 at version 1",
      "replace S1 at version 1",
      "replace A at version 1",
      "insert notices"
    ],
    guards: ["before 3", "before 1000"]
  },
  // C7 returns, and what it vouched for is suspended.
  "log in with C7": {
    changes: [
      "insert sessions",
      "insert spent",
      "remove C7 at version 1",
      "insert credentials",
      "replace C9 at version 1",
      "replace C8 at version 1",
      "replace S9 at version 1",
      "replace S8 at version 1",
      "insert notices",
      "insert notices",
      "insert activities",
      "replace A at version 1"
    ],
    guards: ["before 60000"]
  },
  // C8 has the record of its codes, too.
  "the retry of remove C8, stamped by S9": {
    changes: [
      "replace the request of remove C8 at version 1",
      "remove C8 at version 1",
      "insert resting_credentials",
      "replace C8 at version 1",
      "replace S8 at version 1",
      "insert notices",
      "replace A at version 1"
    ],
    guards: ["before 3", "S9 at version 1", "before 1000"]
  },
  "the retry of confirm C9, stamped by S1": {
    changes: [
      "replace the request of confirm C9 at version 1",
      "replace C9 at version 1",
      "replace S9 at version 1",
      "replace A at version 1"
    ],
    guards: ["before 3", "S1 at version 1", "before 1000"]
  },
  // Saved codes are no part of the account, so a hold is guarded.
  "the retry of make saved codes of B, stamped by S3": {
    changes: ["replace the request of make saved codes of B at version 1", "replace B at version 1", "insert notices"],
    guards: ["before 3", "S3 at version 1", "before 1000", "B at version 1"]
  },
  "the retry of the unstored end S1, stamped by S2": {
    changes: ["insert signed_requests", "replace S1 at version 1"],
    guards: ["before 3", "S2 at version 1", "before 1000"]
  },
  "the retry of pay 5, stamped by S3": { changes: ["replace the request of pay 5 at version 2"], guards: [] }
}

describe("I1 I3 I4 I5 I10 I21 I22 OP7 RC1 RC4 RC13 S6: the plans of the real workflows have all of their guards", () => {
  for (const [name, plan] of Object.entries(plans)) {
    it(`the plan of ${name}`, () => {
      expect(planOf(name)).toEqual(plan)
    })
  }
})

const planOf = (name: string) => {
  const arrived = scenes
    .flatMap((scene) => arrivals(begin(scene), ["A"], scene, undefined))
    .find(({ event }) => event._tag === "Taken" && event.message.name === name)
  return spelled(committed(arrived!.after))
}

/** The commit of a call without concurrency. */
const committed = (state: State): Write => {
  const [step] = onward(state, state.calls[0]!, state.now, undefined)
  return step!.event._tag === "Committed" ? step!.event.plan : committed(step!.after)
}

const spelled = ({ changes, guards }: Write) => ({
  changes: changes.map(spelledChange),
  guards: guards.map(spelledGuard)
})

const spelledChange = (change: Change): string =>
  change.op === "insert"
    ? `insert ${change.collection.name}`
    : `${change.op} ${nameOf(change.id)} at version ${change.version}`

const spelledGuard = (guard: Guard): string => {
  switch (guard.guard) {
    case "before":
      return `before ${guard.at}`
    case "version":
      return `${nameOf(guard.id)} at version ${guard.version}`
  }
}
