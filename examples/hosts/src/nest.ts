import { countersignExpress } from "@countersign/express"
import { type NodeGuardable, nodeGuard } from "@countersign/http/node"
import type { Mount } from "@countersign/testkit"
import type { CanActivate } from "@nestjs/common"
import { NestFactory } from "@nestjs/core"
import type { NestExpressApplication } from "@nestjs/platform-express"
import { type Host, listening, quiet } from "./Host.ts"

/** A guard of Nest: `@UseGuards(new WalletGuard(wallet.requireSession()))`. The route reads `request.granted`. */
export class WalletGuard<Granted> implements CanActivate {
  readonly #pass: ReturnType<typeof nodeGuard<Granted>>

  constructor(guard: NodeGuardable<Granted>) {
    this.#pass = nodeGuard(guard)
  }

  /** When the guard refuses, it has already answered, and Nest writes no second response. */
  async canActivate(context: Pick<Parameters<CanActivate["canActivate"]>[0], "switchToHttp">): Promise<boolean> {
    const http = context.switchToHttp()
    const request = http.getRequest()
    request.granted = await this.#pass(request, http.getResponse())
    return request.granted !== undefined
  }
}

const listen = async (mount: Mount) => {
  class AppModule {}
  const app = await NestFactory.create<NestExpressApplication>({ module: AppModule }, { logger: false })
  app.set("trust proxy", mount.isProxied)
  parsers.get(mount.parser)?.(app)
  // Before `init`, which adds Nest's own body parsers.
  app.use(mount.prefix, countersignExpress(mount, quiet))
  await app.init()
  return listening(app.getHttpAdapter().getInstance())
}

const parsers = new Map<string, (app: NestExpressApplication) => unknown>([
  ["json", (app) => app.useBodyParser("json")],
  ["raw", (app) => app.useBodyParser("raw", { type: () => true })],
  ["text", (app) => app.useBodyParser("text", { type: () => true })],
  ["form", (app) => app.useBodyParser("urlencoded", { extended: false })]
])

export const nest: ReadonlyArray<Host> = [
  {
    name: "NestJS 11",
    mounting: "`countersignExpress`, prefix by `app.use`",
    listen,
    parsers: [...parsers.keys()],
    proxySetting: "trust proxy"
  }
]
