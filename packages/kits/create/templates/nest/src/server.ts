import { countersignExpress } from "@countersign/express"
import { NestFactory } from "@nestjs/core"
import type { NestExpressApplication } from "@nestjs/platform-express"
import { appModule } from "./app.module.ts"
import { assets } from "./page.ts"
import type { Settings } from "./settings.ts"
import type { Wallet } from "./wallet.ts"

export const listen = async (wallet: Wallet, { host, port }: Settings) => {
  const app = await NestFactory.create<NestExpressApplication>(appModule(wallet), {
    bodyParser: false,
    logger: ["warn", "error"]
  })
  app.disable("x-powered-by")

  // In front of body parsers: Countersign reads its own bodies, after authentication.
  app.use("/wallet", countersignExpress(wallet.users))
  app.use("/health", countersignExpress(wallet.health))
  // JSON only, which no form of another site can send.
  app.useBodyParser("json")
  app.useStaticAssets(assets, { prefix: "/assets" })

  await app.listen(port, host)
  return { server: app.getHttpServer(), close: () => app.close() }
}
