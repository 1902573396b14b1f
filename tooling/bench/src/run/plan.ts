import type { Flow } from "../flows/Flow.ts"
import { flows } from "../flows/index.ts"
import type { KindName, ServerSpec } from "../server/ServerSpec.ts"
import type { Cell, Group } from "./Cell.ts"
import type { Settings } from "./settings.ts"

const BOTH: ReadonlyArray<KindName> = ["floor", "ours"]

/** Users at once in the table. */
export const USERS = 8

/** How many users at once, beside those of the table. */
const MORE_USERS: Readonly<Record<string, ReadonlyArray<number>>> = {
  "signed leg 1": [32, 64],
  "signed legs 1 and 2": [32, 64],
  "EMAIL_OTP login": [32],
  "external account create": [64]
}

/** Where all columns are measured. */
export const TABLE = { mount: "express", store: "postgres" } as const

/** The other mounts and stores. */
const OTHERS: ReadonlyArray<Pick<ServerSpec, "mount" | "store">> = [
  { mount: "koa", store: "postgres" },
  { mount: "node", store: "postgres" },
  { mount: "express", store: "memory" },
  { mount: "koa", store: "memory" },
  { mount: "web", store: "memory" }
]

/** What a run does. With a flow, or quick, only Express on PostgreSQL. */
export const planOf = ({ flow = "", isQuick, rounds }: Settings): ReadonlyArray<Group> => {
  const chosen = flows.filter(({ name }) => name.toLowerCase().includes(flow.toLowerCase()))
  if (chosen.length === 0) {
    throw new Error(`there is no flow ${flow}: choose among ${flows.map(({ name }) => name).join(", ")}`)
  }
  const cell = ({ kinds = BOTH, name }: Flow, users: number): Cell => ({ flow: name, users, kinds })
  const main: Group = {
    ...TABLE,
    cells: chosen.flatMap((each) =>
      [USERS, ...(isQuick ? [] : (MORE_USERS[each.name] ?? []))].map((users) => cell(each, users))
    ),
    rounds: rounds ?? (isQuick ? 3 : 5),
    warm: 150,
    measured: isQuick ? 500 : 600,
    warming: 3000
  }
  const everywhere = chosen.filter(({ kinds }) => kinds === undefined)
  const others = OTHERS.map((where): Group => {
    const cells = everywhere.map((each) => cell(each, USERS))
    return { ...where, cells, rounds: rounds ?? 3, warm: 80, measured: 250, warming: 1500 }
  })
  return isQuick || flow !== "" ? [main] : [main, ...others]
}
