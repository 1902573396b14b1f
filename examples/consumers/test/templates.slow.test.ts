import { walkTemplates } from "./walkTemplates.ts"

await walkTemplates(["fastify", "next", "nest"])
