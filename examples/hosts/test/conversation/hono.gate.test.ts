import { converse } from "../converse.ts"

converse("hono")
