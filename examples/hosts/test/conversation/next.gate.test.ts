import { converse } from "../converse.ts"

converse("next")
