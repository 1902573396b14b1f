import { converse } from "../converse.ts"

converse("bare")
