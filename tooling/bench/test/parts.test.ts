import { expect, it } from "vitest"
import { layers, partsOf } from "../src/server/parts.ts"

let nodes = 0
const node = (url: string, hitCount: number, children: ReadonlyArray<number> = [], functionName = "call") => {
  nodes += 1
  const callFrame = { functionName, url, scriptId: "1", lineNumber: 1, columnNumber: 1 }
  return { id: nodes, callFrame, hitCount, children: [...children] }
}

it("counts the samples of a layer, and those of what it calls, and leaves out idle ones", () => {
  const socket = node("node:net", 3)
  const builtin = node("", 1)
  const driver = node("file:///a/node_modules/pg/lib/client.js", 2, [socket.id])
  const adapter = node("file:///a/adapters/postgres/dist/commits.js", 4, [driver.id, builtin.id])
  const loop = node("node:internal/process/task_queues", 5, [adapter.id])
  const idle = node("", 100, [], "(idle)")
  const collector = node("", 5, [], "(garbage collector)")
  const root = node("", 0, [loop.id, idle.id, collector.id], "(root)")
  const all = [root, loop, adapter, driver, socket, builtin, idle, collector]
  expect(partsOf({ nodes: all, startTime: 0, endTime: 1 })).toEqual({
    "PostgreSQL driver": 0.25,
    "PostgreSQL adapter": 0.25,
    "Node's HTTP and Express": 0.25,
    "garbage collection": 0.25
  })
})

it("names every layer once", () => {
  expect(new Set(layers).size).toBe(layers.length)
  expect(layers).toContain("native code")
})
