import { flowOf } from "../flows/index.ts"
import type { Cell, Group, Sample } from "./Cell.ts"
import { postgresTime } from "./postgresTime.ts"
import type { Server } from "./servers.ts"
import type { Load } from "./startLoad.ts"

/** Runs one cell on one server for a slice, and tells what it came to. */
export const measured = async (
  { load, postmaster }: { readonly load: Load; readonly postmaster: number },
  { mount, store, ...group }: Group,
  { flow, users }: Cell,
  server: Server,
  round: number
): Promise<Sample> => {
  const used = async () => ({ ...(await server.usage()), postgres: await postgresTime(postmaster) })
  const before = await used()
  const slice = await load.slice({ server: server.name, flow, users, warm: group.warm, measured: group.measured })
  const after = await used()
  const requests = slice.runs * flowOf(flow).requests
  const { kind } = server.spec
  const { p50, rate } = slice
  return {
    ...{ mount, store, flow, users, kind, round, rate, p50 },
    cpu: (after.cpu - before.cpu) / requests,
    postgres:
      after.postgres === undefined || before.postgres === undefined || store === "memory"
        ? undefined
        : (after.postgres - before.postgres) / requests,
    statements: (after.statements - before.statements) / requests
  }
}
