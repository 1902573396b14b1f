import { converse } from "../converse.ts"

converse("express")
