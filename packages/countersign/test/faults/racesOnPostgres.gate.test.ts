import { testDatabase } from "@countersign/harness/postgres"
import { rounds } from "@countersign/harness/rounds"
import { type LocalWorld, makeWorld } from "@countersign/harness/world"
import { postgres } from "@countersign/postgres"
import { afterAll, beforeAll } from "vitest"
import { credentialRaces } from "../stories/credentialRaces.ts"
import { emailRaces } from "../stories/emailRaces.ts"
import { operatorRaces } from "../stories/operatorRaces.ts"
import { policyRaces } from "../stories/policyRaces.ts"
import { recoveryRaces } from "../stories/recoveryRaces.ts"
import { requestRaces } from "../stories/requestRaces.ts"
import { settingsRaces } from "../stories/settingsRaces.ts"

const server = testDatabase()
let world: LocalWorld

beforeAll(async () => {
  const pool = server.pool({ max: 20 })
  world = makeWorld({ clock: "real", logs: "none", store: postgres({ pool, timeout: 300_000 }) })
})
afterAll(() => world.countersign.close())

requestRaces("postgres", () => world, rounds(1000, 3))
credentialRaces("postgres", () => world, rounds(500, 4))
operatorRaces("postgres", () => world, rounds(500, 4))
policyRaces("postgres", () => world, rounds(500, 4))
// A recovery that stays open holds the limits of the platform, which these races set.
emailRaces("postgres", () => world, rounds(500, 4))
recoveryRaces("postgres", () => world, rounds(500, 4))
settingsRaces("postgres", () => world, rounds(500, 4))
