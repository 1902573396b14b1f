import { bare } from "./bare.ts"
import { express } from "./express.ts"
import { fastify } from "./fastify.ts"
import { hono } from "./hono.ts"
import { koa } from "./koa.ts"
import { lambda } from "./lambda.ts"
import { columnOf } from "./matrix.ts"
import { nest } from "./nest.ts"
import { next } from "./next.ts"

export type { Host } from "./Host.ts"
export { type FunctionUrlEvent, functionUrl } from "./lambda.ts"
export { type Column, columnOf } from "./matrix.ts"
export { WalletGuard } from "./nest.ts"
export { type NextRoute, nextCalls } from "./next.ts"
export { type HostStory, prefixes, storiesOf } from "./storiesOf.ts"

/** Every host of the conformance tests and of the generated matrix. */
export const hosts = { express, nest, koa, fastify, hono, next, lambda, bare }

export type Framework = keyof typeof hosts

/** The columns of docs/generated/hosts.md. */
export const matrix = Object.values(hosts).flat().map(columnOf)
