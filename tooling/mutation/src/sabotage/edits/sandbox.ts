import type { Sabotage } from "../problems.ts"

const BORDER = ["packages/countersign/test/sandboxBorder.test.ts"]
const GRAPH = ["packages/countersign/test/sandboxGraph.test.ts"]

/** The border between a sandbox and everything else. */
export const sandboxEdits: ReadonlyArray<Sabotage> = [
  {
    row: "FA2",
    removes: "the restriction of a clock move to its own environment",
    file: "packages/sandbox/src/clock/advanceClock.ts",
    find: "machine.currentTimeMillisUnsafe(), lease, limit, only)",
    replace: "machine.currentTimeMillisUnsafe(), lease, limit)",
    tests: BORDER
  },
  {
    row: "FA2",
    removes: "the separate fiber of a clock move",
    file: "packages/sandbox/src/clock/sandboxClockControl.ts",
    find: "Effect.forkIn(Effect.interruptible(moved), scope)",
    replace: "Effect.forkChild(Effect.interruptible(moved))",
    tests: BORDER
  },
  {
    row: "FA2",
    removes: "the separate context of a clock move",
    file: "packages/sandbox/src/clock/sandboxClockControl.ts",
    find: "Effect.updateContext((_: Context.Context<never>) => Context.add(wired, DueWork, work))",
    replace: "Effect.provideContext(Context.add(wired, DueWork, work))",
    tests: BORDER
  },
  {
    row: "FA14",
    removes: "loading the sandbox on demand",
    file: "packages/countersign/src/ports.ts",
    find: 'import { observed } from "./observed.ts"',
    replace:
      'import { observed } from "./observed.ts"\nimport { sandboxPorts as loaded } from "./sandboxPorts.ts"\nvoid loaded',
    tests: GRAPH
  },
  {
    row: "FL2",
    removes: "the limit on moving the sandbox clock",
    file: "packages/sandbox/src/clock/SandboxTime.ts",
    find: "export const MOST_AHEAD: Millis = 3650 * 86_400_000",
    replace: "export const MOST_AHEAD: Millis = 2 ** 52",
    tests: BORDER
  },
  {
    row: "FL2",
    removes: "the queue that avoids a search at each step",
    file: "packages/sandbox/src/clock/advanceClock.ts",
    find: "      yield* doneBy(time.now, queue, over)",
    replace: "      yield* doneBy(time.now, queue, over)\n      waiting = yield* waitingIn(environment)",
    tests: BORDER
  },
  {
    row: "FS22",
    removes: "the restriction of the sandbox's magic signature to sandbox calls",
    file: "packages/core/src/rules/signed-requests/StampAuthority.ts",
    find: "        const stamp = yield* Effect.fromResult(readStamp(claim.header))",
    replace:
      '        if (claim.header === ["sandbox", "valid", "signature"].join("-")) return new Evidence(undefined)\n        const stamp = yield* Effect.fromResult(readStamp(claim.header))',
    tests: BORDER
  }
]
