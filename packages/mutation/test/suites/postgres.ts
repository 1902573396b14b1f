import type pg from "pg"
import { beforeAll } from "vitest"
import { cluster } from "../../../../adapters/postgres/test/cluster.ts"
import { suiteOn } from "../../../../adapters/postgres/test/suiteOn.ts"

// The stories of adapters/postgres/test/suite.test.ts on one version, in few rounds.
const server = cluster()
let pool: pg.Pool
beforeAll(() => {
  pool = server.pool()
})
suiteOn({ name: "postgres", rounds: 2, pool: () => pool })
