import { Layer, Metric } from "effect"

/** Counts the fibers that have begun and not ended. */
export const countedFibers = () => {
  let running = 0
  return {
    running: () => running,
    telemetry: Layer.succeed(Metric.FiberRuntimeMetrics)({
      recordFiberStart: () => {
        running += 1
      },
      recordFiberEnd: () => {
        running -= 1
      }
    })
  }
}
