import { converse } from "../converse.ts"

converse("koa")
