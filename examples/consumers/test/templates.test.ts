import { walkTemplates } from "./walkTemplate.ts"

await walkTemplates(["express"])
