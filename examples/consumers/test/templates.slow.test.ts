import { walkTemplates } from "./walkTemplate.ts"

await walkTemplates(["fastify", "next", "nest"])
