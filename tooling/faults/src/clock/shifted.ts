// Loaded into a process before all else (`node --import`): whatever asks for the time there is told another one. It
// waits as long as ever, since waiting asks no clock. Over IPC the time jumps while the process runs.
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
// To listen must not keep a process alive that has nothing else to do.
process.channel?.unref()
