import { Struct } from "effect"
import { TIMINGS, type Timing, timingsIn } from "./timings.ts"

/** Places at which time does not decide the test, though it reads as if it did: why, and how many of them a file has. */
export interface Reviewed {
  readonly kind: Timing
  readonly because: string
  readonly files: Readonly<Record<string, number>>
}

/** Every place that was reviewed. The check fails for another one, and for one that is gone. */
export const reviewed: ReadonlyArray<Reviewed> = [
  {
    kind: "waits",
    because: "the pauses spread the rounds over the moments of a call, and the result is the same at each",
    files: {
      "packages/countersign/test/faults/databaseFaults.gate.test.ts": 2,
      "packages/countersign/test/faults/killedWebhooks.gate.test.ts": 1,
      "packages/countersign/test/faults/leaving.gate.test.ts": 1,
      "packages/countersign/test/faults/timedOutcomes.gate.test.ts": 1
    }
  },
  {
    kind: "waits",
    because: "the delays mix the order of concurrent answers, and the result is the same in each",
    files: {
      "packages/core/test/things/external-accounts/settle.test.ts": 1,
      "packages/countersign/test/apart.test.ts": 1,
      "tooling/harness/src/watchedStore.ts": 1
    }
  },
  {
    kind: "waits",
    because: "a client pauses between two attempts, until the test ends them",
    files: {
      "tooling/faults/test/failover.test.ts": 1,
      "tooling/faults/test/keepSigningIn.ts": 1,
      "tooling/faults/test/keepSwitching.ts": 1
    }
  },
  {
    kind: "waits",
    because: "a moment of a clock has to pass that no test moves: of the database, or of the headers of a webhook",
    files: {
      "adapters/postgres/test/faults.test.ts": 1,
      "adapters/postgres/test/shape.test.ts": 1,
      "packages/core/test/things/webhooks/deliveries.test.ts": 1
    }
  },
  {
    kind: "waits",
    because: "the process is no child of this one: its end is no event here, and the two signals reach it apart",
    files: {
      "examples/sandbox-server/test/commands.gate.test.ts": 1,
      "tooling/harness/src/postgres.ts": 1
    }
  },
  {
    kind: "polls",
    because: "the work is there before the poll: the lines above have seen it, or their calls have committed it",
    files: {
      "packages/core/test/things/external-accounts/settle.test.ts": 1,
      "packages/core/test/things/external-accounts/verifier.test.ts": 1,
      "packages/countersign/test/builds/twoBuilds.gate.test.ts": 1,
      "packages/countersign/test/equipment.test.ts": 1,
      "packages/countersign/test/faults/killedWebhooks.gate.test.ts": 1,
      "packages/kits/cli/test/service.test.ts": 1,
      "tooling/faults/test/tcpProxy.test.ts": 1,
      "tooling/faults/test/webhooks.test.ts": 1
    }
  },
  {
    kind: "polls",
    because: "it is what the test begins with: no call waits before those of the next line",
    files: { "packages/core/test/things/due-work/depths.test.ts": 1 }
  }
]

/** Returns the places of a file that were not reviewed, and that a review of it names places that are gone. */
export const unreviewed = (
  file: string,
  source: string,
  listed: ReadonlyArray<Reviewed> = reviewed
): ReadonlyArray<string> => {
  const places = timingsIn(file, source)
  return kinds.flatMap((kind) => {
    const found = places.filter((place) => place.kind === kind)
    const known = listed.filter((each) => each.kind === kind).reduce((sum, { files }) => sum + (files[file] ?? 0), 0)
    if (found.length < known)
      return [`${file}: reviewed.ts lists ${known} places of the kind ${kind}, it has ${found.length}`]
    return found.length === known ? [] : found.map(({ line }) => `${file}:${line}: the test ${TIMINGS[kind]}`)
  })
}

const kinds = Struct.keys(TIMINGS)

/** Returns the files of all reviews. */
export const reviewedFiles = (): ReadonlyArray<string> => reviewed.flatMap(({ files }) => Object.keys(files))
