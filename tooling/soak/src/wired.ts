import {
  type CountersignOptions,
  DueWork,
  dueWork,
  layer,
  makeWebHandler,
  WebhookSender,
  workers
} from "countersign/effect"
import { Clock, Context, Effect, Fiber, ManagedRuntime } from "effect"

/** A service of this process with its workers. `send` takes its webhooks, and `clock` wakes its workers. */
export const wired = async (
  options: CountersignOptions,
  send: WebhookSender["Service"]["send"],
  clock?: Clock.Clock
) => {
  const runtime = ManagedRuntime.make(layer(options))
  const sender = WebhookSender.of({ judge: () => undefined, send })
  const services = Context.add(await runtime.context(), WebhookSender, sender)
  const context = Context.add(services, DueWork, dueWork(services))
  const web = makeWebHandler(context)
  const working = Effect.runForkWith(clock === undefined ? context : Context.add(context, Clock.Clock, clock))(workers)
  const close = async () => {
    await web.close(0)
    await Effect.runPromise(Fiber.interrupt(working))
    await runtime.dispose()
  }
  return { web, close }
}
