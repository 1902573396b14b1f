import { testDatabase } from "@countersign/harness/postgres"
import { turnOn } from "@countersign/harness/recovery/kit"
import { figure, rounds } from "@countersign/harness/rounds"
import { seed } from "@countersign/harness/seed"
import { callers, type LocalWorld, makeWorld } from "@countersign/harness/world"
import { postgres } from "@countersign/postgres"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  addGuardian,
  cancel,
  cancelByOperator,
  exportWallet,
  makeCodes,
  quote,
  recoverByCode,
  recoverByMail,
  startByGuardian,
  startByOperator,
  wait
} from "./model/recoverySteps.ts"
import { add, askForCode, begin, guess, login, operate, pass, type Real, retry, type Step } from "./model/steps.ts"
import { initialWallet } from "./model/Wallet.ts"

const server = testDatabase()
const MINUTE = 60_000

/**
 * The clock of the memory store is the test's, so steps end at the exact millisecond of an expiry. That of PostgreSQL
 * runs on, so there only the sandbox's clock is moved, by minutes: a walk takes seconds.
 */
const stores: ReadonlyArray<{
  readonly name: string
  readonly walks: number
  readonly millis: ReadonlyArray<number>
  readonly open: () => Promise<{ readonly world: LocalWorld } & Pick<Real, "at" | "pass">>
}> = [
  {
    name: "memory",
    walks: rounds(1000, 30),
    millis: [1, 1000, 299_999, 300_000, 600_000, 899_999, 1_800_000],
    open: async () => {
      const world = makeWorld({ logs: "none" })
      return { world, at: world.at, pass: async (millis) => world.pass(millis) }
    }
  },
  {
    name: "PostgreSQL",
    walks: rounds(300, 8),
    millis: [1, 4, 5, 10, 14, 30].map((minutes) => minutes * MINUTE),
    open: async () => {
      const world = makeWorld({
        clock: "real",
        logs: "none",
        store: postgres({ pool: server.pool(), timeout: 300_000 })
      })
      let ahead = 0
      const pass = async (millis: number) => {
        ahead += millis
        const body = { seconds: millis / 1000 }
        expect((await world.call(callers.a, "POST", "/sandbox/clock/advance", { body })).status).toBe(200)
      }
      return { world, at: () => world.at() + ahead, pass }
    }
  }
]

const choice = fc.nat({ max: 20 })
const stepsOf = (millis: ReadonlyArray<number>) => [
  choice.map(login),
  choice.map(login),
  fc.constant(askForCode),
  fc.constant(guess),
  fc.tuple(fc.constantFrom("refresh", "end", "remove", "switch"), choice).map(([what, at]) => begin(what, at)),
  fc.constantFrom("OAUTH", "PASSKEY").map(add),
  ...[1, 2, 3].map(() => fc.tuple(choice, choice).map(([one, other]) => retry(one, other))),
  fc
    .tuple(fc.constantFrom("suspend", "resume", "resume", "resume", "end-sessions"), choice)
    .map(([act, at]) => operate(act, at)),
  fc
    .tuple(
      fc.constantFrom("suspend credential", "resume credential", "resume credential", "resume credential", "unlock"),
      choice
    )
    .map(([act, at]) => operate(act, at)),
  fc.constantFrom(...millis).map(pass),
  fc.constantFrom(startByOperator, addGuardian, makeCodes, recoverByMail, exportWallet, quote),
  fc
    .tuple(fc.constantFrom(cancel, cancelByOperator, recoverByCode, recoverByCode, startByGuardian), choice)
    .map(([act, at]) => act(at)),
  fc.tuple(choice, fc.constantFrom(0, millis[0] ?? 0)).map(([at, early]) => wait(at, early))
]

/** The first walk of every run, which meets both outcomes of the steps that a suspension decides. */
const TOUR: ReadonlyArray<Step> = [
  ...[login(0), retry(0, 0), add("OAUTH"), retry(0, 0), add("PASSKEY"), retry(0, 0), login(1), login(2), retry(0, 0)],
  ...[begin("refresh", 0), retry(0, 0), begin("switch", 0), retry(0, 0), begin("switch", 1)],
  ...[operate("suspend", 0), retry(0, 0), login(1), login(2), retry(0, 0), begin("switch", 1), add("OAUTH")],
  ...[operate("suspend", 0), operate("resume", 0), operate("resume", 0), login(1), login(2), retry(0, 0)],
  ...[begin("refresh", 4), operate("suspend credential", 1), retry(0, 0), login(1), login(0), retry(0, 0)],
  ...[operate("resume credential", 1), login(1), operate("end-sessions", 0), guess, askForCode],
  ...[operate("unlock", 0), login(0), retry(0, 0), begin("remove", 2), retry(0, 0), login(2)],
  ...[recoverByCode(0), makeCodes, retry(0, 0), exportWallet, retry(0, 0), quote, startByOperator, startByOperator],
  ...[
    exportWallet,
    quote,
    begin("remove", 1),
    begin("switch", 1),
    add("OAUTH"),
    recoverByMail,
    cancel(0),
    retry(0, 0),
    exportWallet,
    quote
  ],
  ...[startByOperator, retry(0, 0), cancelByOperator(0), cancelByOperator(0), startByOperator, wait(0, MINUTE)],
  ...[recoverByMail, wait(0, 0), recoverByMail, retry(0, 0), login(1), login(3), retry(0, 0), exportWallet, quote],
  ...[wait(0, MINUTE), quote, wait(0, 0), quote, login(3), retry(0, 0), begin("remove", 1), retry(0, 0)],
  ...[recoverByCode(0), startByOperator, recoverByCode(0), retry(0, 0), recoverByCode(10), cancel(1), cancel(0)],
  ...[
    wait(0, 0),
    login(3),
    retry(0, 0),
    addGuardian,
    retry(0, 0),
    startByGuardian(0),
    startByGuardian(0),
    startByOperator,
    quote
  ],
  ...[cancelByOperator(0), startByGuardian(0), recoverByMail, wait(0, MINUTE), recoverByMail, retry(0, 0)]
]
const TOURED = ["suspend", "suspend credential", "resume", "resume credential", "unlock", "retry login"]
const MET = [
  ...[...TOURED, "login by token", "retry add", "retry remove", "retry refresh", "retry switch"].map(
    (what) => `${what} done`
  ),
  ...["start by operator", "cancel by operator", "mail", "start by code", "quote"].map((what) => `${what} done`),
  ...["start by guardian done", "start by guardian 409", "start by used assertion 401"],
  ...["codes", "export", "cancel", "complete", "guard"].map((what) => `retry ${what} done`),
  ...["start by operator 409", "cancel by operator 409", "mail 409", "start by code 400", "begin complete 401"],
  ...["quote 409", "begin export 409", "begin remove 409", "begin add 409", "begin switch 409", "begin cancel 409"],
  ...["login by token 403", "begin switch 403", "begin add 403", "retry switch 401", "retry refresh 401", "code 429"]
]

/** A seed replays the walks of a failure, and a path its walk: `SEED=1 WALK=3:0 npx vitest run ... model.test.ts`. */
const { WALK } = process.env

describe.each(stores)("the service against a model of a wallet, on $name", ({ millis, name, open, walks }) => {
  it(`I1 I3 I5 I10 I22 OP2 OP3 OP7 RC2 RC4 RC6 RC8 RC11: logs in, signs, suspends, recovers, replays and expires like the model, SEED=${seed}`, {
    timeout: 3_600_000
  }, async () => {
    const { world, ...clock } = await open()
    const seen = new Set<string>()
    expect((await turnOn(world)).status).toBe(200)
    const { accountId: friend } = await world.customer(callers.a)
    const walk = async (each: Iterable<Step>) => {
      const { accountId, credentialId } = await world.customer(callers.a)
      const fund = `/sandbox/internal-accounts/${accountId}/fund`
      expect((await world.call(callers.a, "POST", fund, { body: { amount: 1000 } })).status).toBe(200)
      const own = { accountId, friend, credentials: [{ id: credentialId }], sessions: [], requests: [] }
      const real: Real = { world, ...own, recoveries: [], codes: [], guardians: [], ...clock, seen }
      await fc.asyncModelRun(() => ({ model: initialWallet(world.at()), real }), each)
    }
    await walk(TOUR)
    expect([...seen]).toEqual(expect.arrayContaining(MET))
    const walksOf = fc.commands(stepsOf(millis), { maxCommands: 50, size: "max" })
    const options = { numRuns: walks, endOnFailure: true, ...(WALK === undefined ? {} : { path: WALK }) }
    await fc.assert(fc.asyncProperty(walksOf, walk), options)
    figure(`${walks} walks on ${name} from SEED=${seed}: ${[...seen].sort().join(", ")}`)
    await world.countersign.close()
  })
})
