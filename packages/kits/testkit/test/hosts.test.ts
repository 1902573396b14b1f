import { describe, it } from "vitest"
import { bareHost, hostConversation } from "../src/index.ts"

hostConversation({ name: "node:http", listen: bareHost, parsers: ["json"], patience: 60_000, describe, it })
