import type { DynamicModule } from "@nestjs/common"
import { AppController } from "./app.controller.ts"
import { WALLET } from "./wallet.guard.ts"
import type { Wallet } from "./wallet.ts"

export class AppModule {
  static with(wallet: Wallet): DynamicModule {
    return { module: AppModule, controllers: [AppController], providers: [{ provide: WALLET, useValue: wallet }] }
  }
}
