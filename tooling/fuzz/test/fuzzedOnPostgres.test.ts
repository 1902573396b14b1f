import { testDatabase } from "@countersign/harness/postgres"
import { seed } from "@countersign/harness/seed"
import { postgres } from "@countersign/postgres"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { fuzz } from "./edge/fuzzing.ts"
import { type Listening, listen } from "./edge/hosts.ts"
import { openStage, type Stage } from "./edge/stage.ts"
import { contractInputs } from "./inputs/families/contract.ts"
import { storedCount } from "./settings.ts"

const server = testDatabase()
let stage: Stage
let hosts: ReadonlyArray<Listening>

beforeAll(async () => {
  const pool = server.pool({ max: 10 })
  stage = await openStage({ clock: "real", store: postgres({ pool, timeout: 300_000 }) })
  hosts = await listen(stage.world.countersign)
})
afterAll(async () => {
  for (const { close } of hosts) await close()
  await stage.close()
})

describe(`${storedCount} inputs to a service on PostgreSQL, SEED=${seed}`, () => {
  it("I16 H9: the database rejects no input that the service has accepted", { timeout: 3_600_000 }, async () => {
    const reported = await fuzz(contractInputs(stage), { count: storedCount, hosts, seed })
    expect(reported.statuses.get(200)).toBeGreaterThan(0)
    expect(reported.statuses.get(400)).toBeGreaterThan(0)
  })
})
