import { migrate, postgres } from "@countersign/postgres"
import { afterAll, beforeAll } from "vitest"
import { cluster } from "../../../adapters/postgres/test/cluster.ts"
import { credentialRaces } from "./stories/credentialRaces.ts"
import { requestRaces } from "./stories/requestRaces.ts"
import { makeWorld, type World } from "./world.ts"

/** A sample; `npm run test:faults` runs 1,000 and 500. */
const rounds = (all: number, sample: number) => (process.env.FAULTS === "all" ? all : sample)

const server = cluster()
let world: World

beforeAll(async () => {
  const pool = server.pool({ max: 20 })
  await migrate(pool)
  world = makeWorld({ clock: "real", store: postgres({ pool, timeout: 20_000 }) })
})
afterAll(() => world.countersign.close())

requestRaces("postgres", () => world, rounds(1000, 25))
credentialRaces("postgres", () => world, rounds(500, 25))
