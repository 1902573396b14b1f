import { converse } from "../converse.ts"

converse("lambda")
