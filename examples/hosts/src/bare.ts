import { nodeBridge } from "@countersign/http/node"
import type { Mount } from "@countersign/testkit"
import { type Host, listening, quiet } from "./Host.ts"

const listen = ({ handler, prefix }: Mount) => listening(nodeBridge(handler, { ...quiet, prefix }))

export const bare: ReadonlyArray<Host> = [
  { name: "node:http", mounting: "`nodeBridge`, with `prefix`", listen, parsers: [] }
]
