// Preloaded into a process (`node --import`): shifts the time of every clock function. The duration of timers does not
// change, because timers do not read the clock. A message over IPC changes the time while the process runs.
const machine = Date.now
let shift = Number(process.env.CLOCK_SHIFT ?? 0)
const now = (): number => machine() + shift

globalThis.Date = new Proxy(Date, {
  construct: (target, given, caller) => Reflect.construct(target, given.length === 0 ? [now()] : given, caller),
  apply: () => new Date(now()).toString(),
  get: (target, name) => (name === "now" ? now : Reflect.get(target, name))
})

process.on("message", (message) => {
  if (typeof message !== "object" || message === null || !("clockShift" in message)) return
  shift = Number(message.clockShift)
  process.send?.({ clockShift: shift })
})
// The listener must not keep an otherwise idle process alive.
process.channel?.unref()
