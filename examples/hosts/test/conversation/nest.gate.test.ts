import { converse } from "../converse.ts"

converse("nest")
