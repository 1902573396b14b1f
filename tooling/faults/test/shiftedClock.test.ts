import { spawn } from "node:child_process"
import { once } from "node:events"
import { expect, it, onTestFinished } from "vitest"
import { shiftable } from "../src/clock/shiftable.ts"

const HOUR = 3_600_000

/** A process that reports the time by each clock function, on every message. */
const sayer = `process.on("message", (message) => {
  if (message === "time") process.send([Date.now(), new Date().getTime(), Date.parse(Date()), new Date(5).getTime()])
})
setInterval(() => {}, 1000)`

it("every clock function of a process returns the shifted time, also after a shift at run time", async () => {
  const child = spawn(process.execPath, [...shiftable, "-e", sayer], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env: { ...process.env, CLOCK_SHIFT: String(HOUR) }
  })
  onTestFinished(() => void child.kill())
  const requested = async (message: "time" | { readonly clockShift: number }) => {
    const answer = once(child, "message")
    child.send(message)
    return (await answer)[0]
  }
  const shifts = async () => {
    const [first, ...others] = await requested("time")
    const exact = others.pop()
    return { exact, shifts: [first, ...others].map((time: number) => Math.round((time - Date.now()) / 60_000)) }
  }
  expect(await shifts()).toEqual({ exact: 5, shifts: [60, 60, 60] })
  expect(await requested({ clockShift: -120_000 })).toEqual({ clockShift: -120_000 })
  expect(await shifts()).toEqual({ exact: 5, shifts: [-2, -2, -2] })
  await requested({ clockShift: 0 })
  expect((await shifts()).shifts.map(Math.abs)).toEqual([0, 0, 0])
})
