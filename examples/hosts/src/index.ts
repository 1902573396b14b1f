import { bare } from "./bare.ts"
import { express } from "./express.ts"
import { fastify } from "./fastify.ts"
import { hono } from "./hono.ts"
import { koa } from "./koa.ts"
import { columnOf } from "./matrix.ts"
import { next } from "./next.ts"

export type { Host } from "./Host.ts"
export { type Column, columnOf } from "./matrix.ts"
export { type NextRoute, nextCalls } from "./next.ts"
export { type HostStory, prefixes, storiesOf } from "./storiesOf.ts"

/** Every host of the conformance tests and of the generated matrix. */
export const hosts = { express, koa, fastify, hono, next, bare }

export type Framework = keyof typeof hosts

/** The columns of docs/generated/hosts.md. */
export const matrix = Object.values(hosts).flat().map(columnOf)
