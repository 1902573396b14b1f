import { converse } from "../converse.ts"

converse("fastify")
