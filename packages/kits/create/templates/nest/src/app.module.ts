import type { DynamicModule } from "@nestjs/common"
import { AppController } from "./app.controller.ts"
import { WALLET } from "./wallet.guard.ts"
import type { Wallet } from "./wallet.ts"

class AppModule {}

export const appModule = (wallet: Wallet): DynamicModule => ({
  module: AppModule,
  controllers: [AppController],
  providers: [{ provide: WALLET, useValue: wallet }]
})
