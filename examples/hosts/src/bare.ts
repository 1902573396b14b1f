import { nodeBridge } from "@countersign/http/node"
import type { Mount } from "@countersign/testkit"
import { mountedUnder } from "countersign"
import { type Host, listening, quiet } from "./Host.ts"

const listen = ({ handler, prefix }: Mount) => listening(nodeBridge(mountedUnder(prefix, handler), quiet))

export const bare: ReadonlyArray<Host> = [
  { name: "node:http", mounting: "`nodeBridge`, by `mountedUnder`", listen, parsers: [] }
]
