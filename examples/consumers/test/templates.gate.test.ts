import { walkTemplates } from "./walkTemplates.ts"

await walkTemplates(["express"])
